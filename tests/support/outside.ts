/**
 * What tests use and `npm ci` doesn't bring: programs of Debian's, its PostgreSQL, the rights of root. Each is looked for
 * here and nowhere else: a test without its part is skipped in the same words everywhere, `.ci/bare` can hide all of them,
 * and `.ci/run` knows which files use any (`tests/outside.ts`).
 */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** By program, the packages of Debian's that root may unpack where it isn't installed. */
const programs = {
  WebKitWebDriver: [],
  Xvfb: [],
  'bean-check': [],
  buildah: [],
  caddy: ['caddy'],
  clamd: ['clamav-daemon', 'libclamav12', 'libjson-c5', 'libmspack0'],
  curl: [],
  debootstrap: [],
  dnsmasq: [],
  electrum: [],
  etcd: [],
  'firefox-esr': [],
  haproxy: ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
  hledger: [],
  ip: [],
  ledger: [],
  minisign: ['minisign'],
  mmdebstrap: [],
  nft: [],
  nginx: ['nginx', 'nginx-common', 'nginx-light'],
  patroni: [],
  pgbackrest: [],
  podman: [],
  promtool: [],
  python3: [],
  'systemd-analyze': [],
} as const satisfies Record<string, readonly string[]>

/** Debian has these, and npm itself, wherever the product can be installed: looked for, but never hidden. */
const always = ['npm', 'setpriv', 'unshare'] as const

export type Program = keyof typeof programs
export type Part = Program | (typeof always)[number] | 'postgresql' | 'root'

const isAlways = (part: Part): part is (typeof always)[number] =>
  (always as readonly string[]).includes(part)

/** Debian's PostgreSQL has a folder for each version. */
const postgresFolder = '/usr/lib/postgresql'

/** Where programs are, also those that Debian gives to administrators alone. */
const folders = [
  ...new Set([
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'],
  ]),
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Paths of a program of the machine's, the first one first. */
const installed = (name: string) => folders.map((folder) => join(folder, name)).filter(isProgram)

export const isRoot = process.getuid?.() === 0

/**
 * Packages are unpacked beside node_modules, not installed: nothing starts, and nothing of the machine changes. As root
 * alone, since only then the machine is known to be the tests' own.
 */
function unpacked(name: Program): string | undefined {
  const packages = programs[name]
  if (packages.length === 0 || !isRoot || installed('apt-get').length === 0) return undefined
  const folder = join(root, 'node_modules/.cache/debian', name)
  const find = () =>
    ['usr/bin', 'usr/sbin', 'bin', 'sbin']
      .map((place) => join(folder, place, name))
      .find((path) => existsSync(path))
  const found = find()
  if (found) return found
  try {
    mkdirSync(folder, { recursive: true })
    const quiet = { cwd: folder, stdio: 'ignore', timeout: 120_000 } as const
    execFileSync('apt-get', ['update'], quiet)
    execFileSync('apt-get', ['download', ...packages], quiet)
    for (const file of readdirSync(folder).filter((file) => file.endsWith('.deb')))
      execFileSync('dpkg', ['-x', file, '.'], quiet)
    return find()
  } catch {
    return undefined
  }
}

const found = new Map<Program, string | null>()

/** The path of a program, of the machine's own or unpacked, or null where it can't be had. */
export function programPath(name: Program): string | null {
  const known = found.get(name)
  if (known !== undefined) return known
  const path = installed(name)[0] ?? unpacked(name) ?? null
  found.set(name, path)
  return path
}

/** The folder of Debian's oldest PostgreSQL from 15 on, with `bin` in it, or null. */
export function debianPostgres(): string | null {
  if (!existsSync(postgresFolder)) return null
  const versions = readdirSync(postgresFolder)
    .filter((version) => Number(version) >= 15)
    .filter((version) => existsSync(join(postgresFolder, version, 'bin/initdb')))
    .toSorted((a, b) => Number(a) - Number(b))
  return versions.length > 0 ? join(postgresFolder, versions[0]!) : null
}

function isMissing(part: Part): boolean {
  if (part === 'root') return !isRoot
  if (part === 'postgresql') return debianPostgres() === null
  return isAlways(part) ? installed(part).length === 0 : programPath(part) === null
}

/** Why something that takes these can't be tested here, or null where all of them are here. */
export function missingParts(...parts: Part[]): string | null {
  const missing = parts.filter(isMissing)
  if (missing.includes('root')) return 'it takes root'
  return missing.length > 0 ? `there is no ${missing.join(', ')} here` : null
}

/** The end of the name of a test, which says why it is skipped; nothing where it isn't. */
export const skippedBy = (missing: string | null) =>
  missing === null ? '' : ` (skipped: ${missing})`

/** Everything that can be hidden. */
export const parts: readonly Part[] = [
  ...(Object.keys(programs) as Program[]),
  'postgresql',
  'root',
]

/** What a root has to lack for all of them to be missing: programs in every folder, also Pythons by their versions. */
export function pathsOfParts(): string[] {
  const pythons = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /\/python3[\d.]*$/.test(path))
  return [
    ...Object.keys(programs).flatMap(installed),
    ...pythons,
    ...(existsSync(postgresFolder) ? [postgresFolder] : []),
  ]
}

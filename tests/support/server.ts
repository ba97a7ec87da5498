/** A real server process, as an operator would start it, on a port of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { compileCache } from './compile-cache.ts'
import { scratchFolder } from './scratch.ts'
import { testSecret } from './stamp.ts'

export const projectFolder = join(import.meta.dirname, '../..')

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type Process = {
  child: ChildProcess
  /** What it has written so far. */
  output(): { stdout: string; stderr: string }
  exited: Promise<Exit>
}

export type TestServer = Process & {
  /** As the ready line says it. */
  url: string
  metricsUrl: string
  /** Of the outbox, with the key that opens it. */
  outboxUrl: string
  dataFolder: string
  /** Sends a signal, SIGTERM unless said, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
  /** As a power cut would end it; the embedded database goes on without it. */
  kill9(): Promise<Exit>
}

export type Starting = {
  /** Settings; PORT and METRICS_PORT are free ones unless said. */
  env?: Record<string, string>
  databaseUrl?: string
  /** Kept by whoever gave it; else a new one. */
  dataFolder?: string
  /** Another copy of the project. */
  cwd?: string
  /** Instead of Node on the server's own file. */
  command?: [program: string, ...args: string[]]
  /** Another account. */
  uid?: number
  gid?: number
}

/** A firm with a history of a few lines, for servers at whose site and world nobody looks. */
export const harbour = join(projectFolder, 'tests/packs/harbour')
export const smallWorld = { GLASSHOUSE_CONTENT: harbour }

/** Longer than any start on a busy machine, shorter than a test. */
const patienceMs = 400_000

/** The environment of a person's shell, without settings of ours that may stand in it. */
function environment(starting: Starting, dataFolder: string): Record<string, string> {
  const { PATH = '', HOME = '/', LANG = 'C.UTF-8' } = process.env
  return {
    PATH,
    HOME,
    LANG,
    TMPDIR: tmpdir(),
    ...compileCache,
    PORT: '0',
    METRICS_PORT: '0',
    GLASSHOUSE_DATA: dataFolder,
    // Copies of one world are signed in to wherever they are opened.
    ...(starting.databaseUrl
      ? {
          DATABASE_URL: starting.databaseUrl,
          GLASSHOUSE_SECRET: testSecret,
          GLASSHOUSE_EARLIER_SECRETS: testSecret,
        }
      : {}),
    ...starting.env,
  }
}

/** `npm run migrate`, to its end; of a demonstration, unless the settings say otherwise. */
export function runMigrate(
  env: Record<string, string>,
): Promise<Exit & { stdout: string; stderr: string }> {
  return startRefused({
    env: { GLASSHOUSE_SECRET: testSecret, GLASSHOUSE_MODE: 'demo', ...env },
    command: [process.execPath, 'scripts/migrate.ts'],
  })
}

export function runProcess(starting: Starting, dataFolder: string): Process {
  const [program, ...args] = starting.command ?? [process.execPath, 'src/server.ts']
  const child = spawn(program, args, {
    cwd: starting.cwd ?? projectFolder,
    env: environment(starting, dataFolder),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(starting.uid === undefined ? {} : { uid: starting.uid, gid: starting.gid }),
  })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text))
  }
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, exited, output: () => written }
}

/** Resolves with the first match in what the process says, or rejects when it ends or takes too long. */
function said(running: Process, pattern: RegExp, withinMs = patienceMs): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  const complain = (why: string) => {
    const { stdout, stderr } = running.output()
    reject(new Error(`The server ${why} before saying ${pattern}.\n${stdout}\n${stderr}`))
  }
  const timer = setTimeout(() => complain('took too long'), withinMs)
  const look = () => {
    const match = pattern.exec(running.output().stdout)
    if (match) resolve(match)
  }
  running.child.stdout!.on('data', look)
  look()
  void running.exited.then(({ code, signal }) => complain(`ended (${code ?? signal})`))
  return promise.finally(() => {
    clearTimeout(timer)
    running.child.stdout!.off('data', look)
  })
}

/** A folder that PostgreSQL's user gets through to one of its own, where the tests run as root. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(scratchFolder, 'glasshouse-data-'))
  await chmod(folder, 0o711)
  dataFolders.add(folder)
  return folder
}

/** Stops a database that a killed server left running, and removes what it kept. */
export async function removeDataFolder(folder: string): Promise<void> {
  await removeEmbeddedPostgres(folder)
  await rm(folder, { recursive: true, force: true })
}

const dataFolders = new Set<string>()

/** Every server a test file has started, so that none outlives it. */
const started = new Set<Process>()

type Command = NonNullable<Starting['command']>

export const serverAlone: Command = [process.execPath, 'src/server.ts', '--without-worker']

/** `npm run worker`; its `url` is the one of its links. */
export function startWorker(starting: Starting): Promise<TestServer> {
  const command: Command = [process.execPath, 'src/worker.ts']
  const env = { PUBLIC_URL: 'https://firm.example', ...starting.env }
  return startServer({ command, ...starting, env }, /worker is at work for (\S+) \(/)
}

export async function startServer(
  starting: Starting = {},
  ready = /Glasshouse is ready at (\S+) \(/,
  withinMs?: number,
): Promise<TestServer> {
  const dataFolder = starting.dataFolder ?? (await newDataFolder())
  const running = runProcess(starting, dataFolder)
  started.add(running)
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal)
    const exit = await running.exited
    started.delete(running)
    return exit
  }
  try {
    const url = (await said(running, ready, withinMs))[1]!
    const metricsUrl = /Metrics at (\S+)/.exec(running.output().stdout)?.[1] ?? ''
    const outboxUrl = /Mails: (\S+)/.exec(running.output().stdout)?.[1] ?? ''
    return {
      ...running,
      url,
      metricsUrl,
      outboxUrl,
      dataFolder,
      stop: (signal = 'SIGTERM') => end(signal),
      kill9: () => end('SIGKILL'),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

/** Runs a server that is expected not to start, or a script, to its end. */
export async function startRefused(
  starting: Starting = {},
): Promise<Exit & { stdout: string; stderr: string }> {
  const dataFolder = starting.dataFolder ?? (await newDataFolder())
  const running = runProcess(starting, dataFolder)
  const timer = setTimeout(() => running.child.kill('SIGKILL'), patienceMs)
  const exit = await running.exited
  clearTimeout(timer)
  return { ...exit, ...running.output() }
}

/** For `afterAll`: stops what is still running, and removes the data folders. */
export async function stopServers(): Promise<void> {
  await Promise.all(
    [...started].map(async (running) => {
      running.child.kill('SIGTERM')
      await running.exited
    }),
  )
  started.clear()
  for (const folder of dataFolders) await removeDataFolder(folder)
  dataFolders.clear()
}

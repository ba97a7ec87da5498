/** A process of the house from its first line to its last: settings, log, signals, exit code. What it does is handed in. */
import { CannotStart } from './platform/cannot-start.ts'
import { readConfig, unknownSettings, type Config } from './platform/config.ts'
import { createLifecycle, endsWithin, type Lifecycle } from './platform/lifecycle.ts'
import { createLog, type Log } from './platform/log.ts'
import { operatorsLine } from './platform/operators-line.ts'

/** What every process is started with. */
export type Starting = { settings: Config; log: Log; lifecycle: Lifecycle }

/** A stop takes this long at most; the parts that don't end by themselves are cut off. */
const stopMs = 9_500

/** Lines for people. The process that started us may have stopped reading. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

class Stopped extends Error {}

/** Between the steps of a start: a signal ends it there. */
export function throwIfStopped({ draining }: Pick<Lifecycle, 'draining'>): void {
  if (draining) throw new Stopped()
}

function readSettings(): Config {
  const config = readConfig(process.env)
  for (const name of unknownSettings(process.env)) say(`${name} is not a setting and is ignored.`)
  if (config.databaseOwnerUrl !== null)
    throw new CannotStart(
      'DATABASE_OWNER_URL is for npm run migrate alone: what serves people must not have the owner’s password. Take it out of the settings of this process.',
    )
  return config
}

/** Prints what keeps the process from starting as one line; a fault of ours keeps its stack. */
function complain(error: unknown): void {
  if (error instanceof Stopped) return
  process.stderr.write(`${operatorsLine(error) ?? (error as Error).stack}\n`)
}

async function run(start: (starting: Starting) => Promise<void>): Promise<void> {
  const settings = readSettings()
  process.env.NODE_ENV ??= 'production'
  const log = createLog(settings)
  const lifecycle = createLifecycle(log)
  const starting = start({ settings, log, lifecycle })
  let code = 0

  const stop = async () => {
    lifecycle.drain()
    // A step of the start that is under way ends first, so that what it opens is closed too.
    const stopped = starting.catch(() => {}).then(() => lifecycle.stop())
    if (!(await endsWithin(stopped, stopMs))) log.warn('stopped before everything had ended')
    process.exit(code)
  }
  // Ctrl-C arrives twice through npm: once from the terminal, once passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop())
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error) => {
      log.fatal({ err: error }, fault)
      code = 1
      void stop()
    })
  }

  try {
    await starting
  } catch (error) {
    complain(error)
    if (!(error instanceof Stopped)) code = 1
    await stop()
  }
}

/** Runs until a signal ends it; every reason not to start is one line, and exit code 1. */
export function runProcess(start: (starting: Starting) => Promise<void>): void {
  run(start).catch((error) => {
    complain(error)
    process.exitCode = 1
  })
}

/** A server process from start to end: settings, database, application, port; and the same backwards. */
import { join } from 'node:path'
import { startBackground } from './background.ts'
import { createContext, type Context } from './context.ts'
import { judgeWorld, seedDemo } from './demo/seed.ts'
import { readPack, type Pack } from './domains/content/pack.ts'
import { fillMacs, strangeKeys } from './domains/sign-in/row-macs.ts'
import { createApp, type Pages } from './http/app.ts'
import { outboxAddress } from './http/outbox/key.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { readConfig, unknownSettings, type Config } from './platform/config.ts'
import { withClient } from './platform/database.ts'
import { createLifecycle, endsWithin, type Lifecycle } from './platform/lifecycle.ts'
import { listen, takePort } from './platform/listen.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { checkDatabase, openDatabase } from './platform/open-database.ts'
import { macKeysOf, type MacKeys } from './platform/mac.ts'
import { readSecret } from './platform/secret.ts'

/** What differs between serving and developing: where the pages come from. */
export type Web = {
  /** Before anything is opened. */
  prepare(say: (line: string) => void): Promise<void>
  createPages(context: Context, pack: Pack): Promise<Pages>
}

/** A stop takes this long at most; the parts that don't end by themselves are cut off. */
const stopMs = 9_500

const migrations = join(import.meta.dirname, '../db/migrations')

/** Lines for people. The process that started us may have stopped reading. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

class Stopped extends Error {}

function readSettings(): Config {
  const config = readConfig(process.env)
  for (const name of unknownSettings(process.env)) say(`${name} is not a setting and is ignored.`)
  if (config.mode === 'live') {
    throw new CannotStart(
      'GLASSHOUSE_MODE=live is refused: the gate that live mode has to pass is not part of this release.',
    )
  }
  return config
}

async function openBooks(config: Config, log: Log, lifecycle: Lifecycle): Promise<string> {
  const database = await openDatabase(config, {
    say,
    onLost: (reason) => log.error({ reason }, 'the embedded database is lost; starting it again'),
    onTakenOver() {
      log.fatal('another server has taken over the database')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  lifecycle.opened({ name: 'database', close: () => database.close(), withinMs: 5_500 })
  await checkDatabase(database.url)
  const applied = await migrate({
    url: database.url,
    mode: config.mode,
    folder: migrations,
    onTakenOver: () => log.info('a database of an earlier development version was taken over'),
  })
  if (applied.length > 0) log.info({ applied }, 'migrated')
  return database.url
}

/** What people sign in with must be of a secret that this server has; otherwise nobody could. */
async function checkMacs(url: string, macKeys: MacKeys): Promise<void> {
  await withClient({ url, name: 'glasshouse start', as: 'owner' }, async (client) => {
    await fillMacs(client, macKeys)
    const strange = await strangeKeys(client, macKeys)
    if (strange.length > 0)
      throw new CannotStart(
        `This database was written with another secret (key ${strange.join(', ')}). Give it in GLASSHOUSE_EARLIER_SECRETS; if it is lost, docs/runbooks/keys.md says what to do.`,
      )
  })
}

async function start(web: Web, settings: Config, log: Log, lifecycle: Lifecycle): Promise<void> {
  const throwIfStopped = () => {
    if (lifecycle.draining) throw new Stopped()
  }
  const pack = readPack(settings.contentFolder, settings.mode)
  if (settings.mode === 'demo') judgeWorld(settings.contentFolder)
  await web.prepare(say)
  throwIfStopped()
  const databaseUrl = await openBooks(settings, log, lifecycle)
  throwIfStopped()
  const taken = await takePort(settings)
  const config = { ...settings, port: taken.port }
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const metrics = createMetrics()
  const metricsServer = await serveMetrics(config, metrics.registry, say)
  if (metricsServer) lifecycle.opened({ name: 'metrics', close: () => metricsServer.close() })
  const secret = await readSecret(config)
  const macKeys = macKeysOf(secret, config.earlierSecrets)
  await checkMacs(databaseUrl, macKeys)
  const context = await createContext({
    config,
    databaseUrl,
    publicUrl,
    secret,
    earlierSecrets: config.earlierSecrets,
    macKeys,
    log,
    metrics,
    lifecycle,
    firm: pack.firm,
  })
  throwIfStopped()
  // Before anybody is let in, and before a mail could be sent: its people never asked for any.
  if (context.policy.playMoney) await seedDemo(context, config.contentFolder)
  throwIfStopped()
  const pages = await web.createPages(context, pack)
  startBackground(context, pages)
  const app = await createApp(context, pages)
  const listening = await listen(app, taken)
  lifecycle.opened({ name: 'requests', close: () => listening.close(), withinMs: 6_000 })
  throwIfStopped()
  if (metricsServer && config.metricsPort === 0)
    say(`Metrics at http://127.0.0.1:${metricsServer.port}/metrics`)
  if (context.policy.playMoney) say(`Mails: ${outboxAddress(publicUrl, secret, config.outboxOpen)}`)
  say(`Glasshouse is ready at ${publicUrl} (${config.mode})`)
}

/** Prints what keeps the process from starting as one line; a fault of ours keeps its stack. */
function complain(error: unknown): void {
  if (error instanceof Stopped) return
  const text = error instanceof CannotStart ? error.message : (error as Error).stack
  process.stderr.write(`${text}\n`)
}

async function run(web: Web): Promise<void> {
  const config = readSettings()
  process.env.NODE_ENV ??= 'production'
  const log = createLog(config)
  const lifecycle = createLifecycle(log)
  const starting = start(web, config, log, lifecycle)
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
export function runServer(web: Web): void {
  run(web).catch((error) => {
    complain(error)
    process.exitCode = 1
  })
}

/** `npm run worker`: the work that the house does by itself, without a port for people. Any number of them share a database. */
import './platform/node-version.ts'
import { startWork, watchGate, watchSeen } from './background.ts'
import { judgeWorld } from './demo/seed.ts'
import { refuseUnlessComplete } from './domains/gate/start.ts'
import { readPack } from './domains/content/pack.ts'
import { openBooks, openHouse, requireSharedDatabase } from './open-house.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { readinessOf } from './platform/health.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { runProcess, say, throwIfStopped, type Starting } from './process.ts'

async function start(starting: Starting): Promise<void> {
  const { settings: config, log, lifecycle } = starting
  requireSharedDatabase(config, 'A worker')
  if (config.publicUrl === null && config.port === 0)
    throw new CannotStart(
      'A worker writes links into mails: give PUBLIC_URL, or the PORT of the server.',
    )
  await refuseUnlessComplete(config)
  const { firm, plans } = readPack(config.contentFolder, config.mode)
  if (config.mode === 'demo') judgeWorld(config.contentFolder)
  const books = await openBooks(starting)
  throwIfStopped(lifecycle)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const metrics = createMetrics()
  const context = await openHouse(books, { config, publicUrl, metrics, firm, log, lifecycle })
  await watchSeen(context)
  // Known before anything matures: while new business is paused, nothing is invested again.
  await context.gate.watch()
  watchGate(context)
  startWork(context, plans)
  const metricsServer = await serveMetrics(config, metrics.registry, say, readinessOf(context))
  if (metricsServer) lifecycle.opened({ name: 'metrics', close: () => metricsServer.close() })
  throwIfStopped(lifecycle)
  if (metricsServer && config.metricsPort === 0)
    say(`Metrics at http://127.0.0.1:${metricsServer.port}/metrics`)
  say(`Glasshouse’s worker is at work for ${publicUrl} (${config.mode})`)
}

runProcess(start)

/** A server from start to end: database, application, port; and the same backwards. */
import { refreshPages, startWork, watchGate, watchSeen } from './background.ts'
import type { Context } from './context.ts'
import { judgeWorld } from './demo/seed.ts'
import { policiesToAccept } from './domains/content/policies-to-accept.ts'
import { readPack, type Pack } from './domains/content/pack.ts'
import { computedOf } from './domains/kept-data/computed.ts'
import { createApp } from './app.ts'
import type { Pages } from './http/pages/frame.ts'
import { outboxAddress } from './http/outbox/key.ts'
import { refuseUnlessComplete, setUpText } from './domains/gate/start.ts'
import { openBooks, openHouse, requireSharedDatabase } from './open-house.ts'
import type { Config } from './platform/config.ts'
import { listen, takePort } from './platform/listen.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { policyOf } from './platform/policy.ts'
import { runProcess, say, throwIfStopped, type Starting } from './process.ts'

/** What differs between serving and developing: where the pages come from. */
export type Web = {
  /** Before anything is opened. */
  prepare(say: (line: string) => void): Promise<void>
  createPages(context: Context, pack: Pack): Promise<Pages>
}

/** What the routes say of the firm; the policies that people accept as they read them. */
function firmOf(config: Config, publicUrl: string, pack: Pack) {
  const { firm } = pack
  const installation = { policy: policyOf(config), firm, secure: publicUrl.startsWith('https:') }
  return { ...firm, policies: policiesToAccept(pack, computedOf(installation)) }
}

async function start(web: Web, works: boolean, starting: Starting): Promise<void> {
  const { settings, log, lifecycle } = starting
  if (!works) requireSharedDatabase(settings, 'A server without a worker')
  await refuseUnlessComplete(settings)
  const pack = readPack(settings.contentFolder, settings.mode)
  if (settings.mode === 'demo') judgeWorld(settings.contentFolder)
  await web.prepare(say)
  throwIfStopped(lifecycle)
  const books = await openBooks(starting)
  throwIfStopped(lifecycle)
  const taken = await takePort(settings)
  const config = { ...settings, port: taken.port }
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const metrics = createMetrics()
  const metricsServer = await serveMetrics(config, metrics.registry, say)
  if (metricsServer) lifecycle.opened({ name: 'metrics', close: () => metricsServer.close() })
  const opening = {
    config,
    publicUrl,
    metrics,
    firm: firmOf(config, publicUrl, pack),
    log,
    lifecycle,
  }
  const context = await openHouse(books, opening)
  await watchSeen(context)
  const isOpen = await context.gate.isOpen()
  if (isOpen) await context.gate.watch()
  const pages = await web.createPages(context, pack)
  if (works) startWork(context, pack.plans)
  refreshPages(context, pages)
  watchGate(context)
  const app = await createApp(context, pages)
  const listening = await listen(app, taken)
  lifecycle.opened({ name: 'requests', close: () => listening.close(), withinMs: 6_000 })
  throwIfStopped(lifecycle)
  if (metricsServer && config.metricsPort === 0)
    say(`Metrics at http://127.0.0.1:${metricsServer.port}/metrics`)
  if (context.policy.playMoney)
    say(`Mails: ${outboxAddress(publicUrl, context.secret, config.outboxOpen)}`)
  if (settings.publicUrl !== null && settings.port === 0) say(`Listening on port ${config.port}`)
  if (!isOpen) say(await setUpText(context.gate, publicUrl))
  say(`Glasshouse is ready at ${publicUrl} (${config.mode})`)
}

/** `works`: whether the house's own work is done in this process too. */
export function runServer(web: Web, { works = true }: { works?: boolean } = {}): void {
  runProcess((starting) => start(web, works, starting))
}

/** The HTTP server: what every request passes, then the contract's endpoints, then the pages. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'
import { basePath } from './contract/endpoint.ts'
import { isSecure, limitsOf, sessionsOf } from './domains/sign-in/parts.ts'
import type { Route } from './platform/route.ts'
import { bindHealth } from './platform/health.ts'
import { proxyCheck } from './platform/proxies.ts'
import { withoutRedaction } from './platform/log.ts'
import { bindRoutes } from './http/bind.ts'
import { readBodies } from './http/body.ts'
import { bindChartFrame } from './http/chart-frame.ts'
import { checkHost, checkSameSite, type OwnNames } from './http/cross-site.ts'
import { bindCspReports } from './http/csp-reports.ts'
import { createHeaderHook, headersFor, type Surroundings } from './http/headers.ts'
import { capInFlight } from './http/in-flight.ts'
import { endSlowReaders } from './http/least-rate.ts'
import { handleNotFound } from './http/not-found.ts'
import { guardOpening } from './http/opening.ts'
import { openApi } from './http/openapi.ts'
import { bareFrame, bindOutbox } from './http/outbox/outbox.ts'
import type { Pages } from './http/pages/frame.ts'
import { bindProofFiles } from './http/proof-files.ts'
import { createClientErrorHandler, createErrorHandler } from './http/problems.ts'
import { collectRoutes } from './http/routes.ts'

/** Slower, longer or deeper bodies don't come from a browser with a form (F2). */
const receiving = {
  bodyLimit: 64 * 1024,
  requestTimeout: 30_000,
  // A request without a Host is refused by us, in our words.
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false,
  },
  routerOptions: { maxParamLength: 200 },
  keepAliveTimeout: 72_000,
  // Draining is the process's: it says no by its readiness and lets what arrives meanwhile be answered.
  return503OnClosing: false,
}

/** Asked every few seconds, by address, by what supervises the process. */
const aliveAndReady = new Set(['/healthz', '/readyz'])

function logRequests(app: FastifyInstance, { log, metrics }: Context): void {
  const requests = withoutRedaction(log)
  app.addHook('onResponse', async (request, reply) => {
    if (aliveAndReady.has(request.url)) return
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    if (!routeOptions.config.lasting)
      metrics.httpSeconds.observe(
        { method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1000,
      )
    requests.info(
      {
        requestId: request.id,
        method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

function surroundingsOf(context: Context): Surroundings {
  return { https: isSecure(context), indexed: !context.policy.playMoney }
}

/** What is refused before anything is read: too much at once, a name that isn't ours, another site's change. */
function guard(app: FastifyInstance, context: Context): void {
  const { policy, publicUrl } = context
  const setHeaders = createHeaderHook(surroundingsOf(context))
  const names: OwnNames = { origin: publicUrl, addresses: policy.playMoney }
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply))
  capInFlight(app, proxyCheck(context.config.trustedProxies))
  endSlowReaders(app)
  app.addHook('onRequest', async (request) => {
    if (!aliveAndReady.has(request.url)) checkHost(request, names)
    checkSameSite(request, names)
  })
}

function bindDocs(app: FastifyInstance, context: Context): void {
  const path = `${basePath}/openapi.json`
  const description = JSON.stringify(
    openApi('Glasshouse', isSecure(context) ? '__Host-session' : 'session'),
  )
  app.get(path, async (_, reply) => reply.type('application/json; charset=utf-8').send(description))
}

function bare(context: Context): FastifyInstance {
  const onError = createErrorHandler(context.log)
  const surroundings = surroundingsOf(context)
  const setHeaders = createHeaderHook(surroundings)
  const app = fastify({
    ...receiving,
    logger: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: context.config.trustedProxies.length > 0 ? context.config.trustedProxies : false,
    clientErrorHandler: createClientErrorHandler(headersFor(surroundings)),
    // Paths that can't be read never reach the hooks.
    frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply) {
      setHeaders(request, reply)
      onError(error, request, reply)
    },
  })
  app.setErrorHandler(onError)
  // An odd Expect header gets an ordinary answer; Node's own would lack our headers.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  return app
}

/** Everything but listening. Throws when the routes and the contract don't match. */
export async function createApp(
  context: Context,
  pages: Pages | null = null,
  routes: Route[] = collectRoutes(context),
): Promise<FastifyInstance> {
  const { policy, config, pool, secret, publicUrl } = context
  const app = bare(context)
  guard(app, context)
  guardOpening(app, context.gate, pages?.notOpen ?? null)
  logRequests(app, context)
  readBodies(app)
  const secure = isSecure(context)
  const binding = {
    sessions: sessionsOf(context),
    limits: limitsOf(context),
    secret,
    secure,
    policy,
  }
  bindRoutes(app, routes, binding)
  bindDocs(app, context)
  bindHealth(app, context)
  bindChartFrame(app, config.chartScript)
  bindCspReports(app, context.log)
  bindProofFiles(app, pool)
  const frame = async () => (await pages?.frame('/outbox')) ?? bareFrame
  if (policy.playMoney)
    bindOutbox(app, {
      pool,
      origin: publicUrl,
      secret,
      firm: context.firm,
      open: config.outboxOpen,
      sessions: binding.sessions,
      secure,
      frame,
    })
  await pages?.bind(app)
  handleNotFound(app, policy.playMoney, pages?.notFound ?? null)
  return app
}

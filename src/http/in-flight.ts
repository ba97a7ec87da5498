/**
 * Answers "busy" at once when too much is under way already, so that what was begun can be finished, and "too many" to
 * an address that has used its share. A request counts against the whole while it is worked on: one whose body is still
 * on its way counts against its address's share only. Health checks are apart, and so are admitted listeners: they cost
 * next to nothing, and have limits of their own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { countedAddress } from '../domains/sign-in/limits.ts'
import { createShares } from '../platform/shares.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A reply that goes on for as long as the client listens. */
    lasting?: true
  }
  interface FastifyRequest {
    /** What gives its place among all requests back, and the one among its address's; null while it has none. */
    leaveFlight: (() => void) | null
    leaveAddress: (() => void) | null
  }
}

export type FlightLimits = {
  /** Somewhat above what the desk queues: beyond that, waiting would only end in a timeout. */
  requests: number
  /** Of one address, those that are still being sent included. Behind one address may be a whole office. */
  requestsOfOne: number
  connections: number
  connectionsOfOne: number
}

const defaultLimits: FlightLimits = {
  requests: 2_500,
  requestsOfOne: 1_000,
  connections: 10_000,
  connectionsOfOne: 2_000,
}

/** A supervisor would otherwise end a process that is only busy. */
const health = new Set(['/healthz', '/readyz'])

const isHealth = ({ routeOptions }: FastifyRequest) => health.has(routeOptions.url ?? '')

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function leave(request: FastifyRequest): void {
  request.leaveFlight?.()
  request.leaveFlight = null
}

function leaveAll(request: FastifyRequest): void {
  leave(request)
  request.leaveAddress?.()
}

/** What was refused before its body came would go on being sent. */
function hangUp(request: FastifyRequest, reply: FastifyReply, take: () => void): void {
  try {
    take()
  } catch (error) {
    if (hasBody(request)) void reply.header('connection', 'close')
    throw error
  }
}

/** `isProxy`: whose connections carry those of many, and aren't counted as one's. */
export function capInFlight(
  app: FastifyInstance,
  isProxy: (address: string) => boolean = () => false,
  limits: FlightLimits = defaultLimits,
): void {
  const takeOfAll = createShares({ whole: limits.requests, each: limits.requests })
  const takeOfAddress = createShares({ each: limits.requestsOfOne })
  app.decorateRequest('leaveFlight', null)
  app.decorateRequest('leaveAddress', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isHealth(request)) return
    hangUp(request, reply, () => {
      request.leaveAddress = takeOfAddress(countedAddress(request.ip))
      // Once per reply, whether it was sent or its caller left.
      reply.raw.once('close', () => leaveAll(request))
      request.leaveFlight = takeOfAll(null)
    })
  })
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) leave(request)
  })
  app.addHook('preValidation', async (request, reply) => {
    // A client that has already left takes no place, which nothing would give back.
    if (hasBody(request) && !isHealth(request) && !reply.raw.closed)
      request.leaveFlight = takeOfAll(null)
  })
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.lasting) leaveAll(request)
  })
  capConnections(app, isProxy, limits)
}

function capConnections(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
  { connections, connectionsOfOne }: FlightLimits,
): void {
  const take = createShares({ whole: connections, each: connectionsOfOne })
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    try {
      socket.once('close', take(isProxy(address) ? null : countedAddress(address)))
    } catch {
      // Without a word: a reply would be one more thing that such a sender can take.
      socket.destroy()
    }
  })
}

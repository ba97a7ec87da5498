/** The port: on 127.0.0.1 and [::1] alike where that is what was asked for, since "localhost" may mean either. */
import type { FastifyInstance } from 'fastify'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'
import { endsWithin } from './lifecycle.ts'

type Where = Pick<Config, 'host' | 'port'>

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Where): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is taken',
    EACCES: 'is not allowed to this user',
    EADDRNOTAVAIL: 'is no address of this machine',
    ENOTFOUND: 'is no address that can be found',
  }
  const reason = reasons[error.code ?? '']
  return reason
    ? new CannotStart(`Port ${port} on ${host} ${reason}. PORT and HOST set another.`)
    : error
}

function listening(server: Server, where: Where): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, where)))
    server.listen(where.port, where.host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** A port that is ours, where nobody is let in yet. */
export type TakenPort = { port: number; server: Server; twin: Server | null }

/** A machine without IPv6 has no [::1] to listen on. */
const noSuchAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/** On [::1], where that exists. */
function listeningTwin(twin: Server, port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    twin.once('error', (error: NodeJS.ErrnoException) => {
      if (noSuchAddress.has(error.code ?? '')) resolve(null)
      else reject(cannotListen(error, { host: '[::1]', port }))
    })
    twin.listen({ port, host: '::1', ipv6Only: true }, () => resolve(twin))
  })
}

/** Connections are turned away, as if nobody listened. */
function turningAway(): Server {
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  server.maxConnections = 0
  return server
}

/** A port that is free on one address may be taken on the other: where any will do, another one is tried. */
const tries = 20

/**
 * Takes the port, and keeps it until people are let in: the address that they open has to be known long before that,
 * and a port that was let go in between might be taken by then. Throws `CannotStart` with the reason.
 */
export async function takePort(where: Where, left = tries): Promise<TakenPort> {
  const server = turningAway()
  const port = await listening(server, where)
  if (where.host !== '127.0.0.1') return { port, server, twin: null }
  try {
    return { port, server, twin: await listeningTwin(turningAway(), port) }
  } catch (error) {
    await new Promise((resolve) => server.close(resolve))
    if (where.port === 0 && left > 1) return takePort(where, left - 1)
    throw error
  }
}

/** Requests under way get this long; then their connections are cut. */
const drainMs = 5000

/** Stops taking connections, and ends each one as soon as its request is answered. */
async function drain(app: FastifyInstance, twin: Server | null): Promise<void> {
  const closed = Promise.all([app.close(), twin && new Promise((resolve) => twin.close(resolve))])
  let done = false
  void closed.finally(() => (done = true))
  const closeIdle = async () => {
    while (!done) {
      app.server.closeIdleConnections()
      await wait(25)
    }
  }
  if (await endsWithin(Promise.race([closed, closeIdle()]), drainMs)) return
  done = true
  app.server.closeAllConnections()
}

/** Lets people in. Connections on [::1] are handed to the same server, with all its limits. */
export async function listen(
  app: FastifyInstance,
  { server, twin }: TakenPort,
): Promise<{ close(): Promise<void> }> {
  await app.ready()
  await new Promise<void>((resolve, reject) => {
    app.server.once('error', reject)
    // The very socket that was taken.
    app.server.listen(server, () => {
      app.server.off('error', reject)
      resolve()
    })
  })
  if (twin) {
    twin.on('connection', (socket) => app.server.emit('connection', socket))
    twin.maxConnections = Infinity
  }
  return { close: () => drain(app, twin) }
}

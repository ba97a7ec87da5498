/** Opens the port: on 127.0.0.1 and [::1] alike where that is what was asked for, since "localhost" may mean either. */
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
  return reason ? new CannotStart(`Port ${port} on ${host} ${reason}. PORT and HOST set another.`) : error
}

function listening(server: Server, where: Where): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, where)))
    server.listen(where.port, where.host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** The port that will be listened on. The address people open has to be known before anything listens. */
export async function settlePort(where: Where): Promise<number> {
  const server = createServer()
  const port = await listening(server, where)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A machine without IPv6 has no [::1] to listen on. */
const noSuchAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/** Takes connections on [::1] and hands them to the server on 127.0.0.1, with all its limits. */
async function listenOnTwin(app: FastifyInstance, port: number): Promise<Server | null> {
  const twin = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  return new Promise((resolve, reject) => {
    twin.once('error', (error: NodeJS.ErrnoException) => {
      if (noSuchAddress.has(error.code ?? '')) resolve(null)
      else reject(cannotListen(error, { host: '[::1]', port }))
    })
    twin.listen({ port, host: '::1', ipv6Only: true }, () => resolve(twin))
  })
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

/** Listens, or throws `CannotStart` with the reason. */
export async function listen(app: FastifyInstance, where: Where): Promise<{ close(): Promise<void> }> {
  try {
    await app.listen(where)
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, where)
  }
  const twin = where.host === '127.0.0.1' ? await listenOnTwin(app, where.port) : null
  return { close: () => drain(app, twin) }
}

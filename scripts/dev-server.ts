/** The server as `npm run dev` runs it, with Vite in its middle. */
import '../src/platform/node-version.ts'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type ViteDevServer } from 'vite'
import { createDevelopmentPages } from '../src/http/pages/development.ts'
import { runServer } from '../src/run-server.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const listen = (server: Server) =>
  new Promise<Server>((resolve, reject) => {
    server.once('error', reject).listen(0, 'localhost', () => resolve(server))
  })

/** The build tool's own answer to a signal is to exit at once, before the database is stopped: it is taken back. */
async function createVite(): Promise<ViteDevServer> {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  // Pages hear of changes on a port of their own: a fixed one would be taken by a second server of this kind.
  const told = (await listen(createHttpServer())).unref()
  const { port } = told.address() as AddressInfo
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: told, clientPort: port } },
  })
  for (const [signal, ours] of before) {
    for (const listener of process.listeners(signal))
      if (!ours.includes(listener)) process.off(signal, listener)
  }
  return vite
}

runServer({
  async prepare() {},
  async createPages(context, pack) {
    const vite = await createVite()
    context.lifecycle.opened({ name: 'vite', close: () => vite.close() })
    return createDevelopmentPages(context, pack, vite)
  },
})

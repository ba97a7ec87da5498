/** Ports for programs that have to be told one before they start. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'

/** That nobody had a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async (): Promise<Server> => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  return ports
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port!
}

/** Bytes on a socket, for what no client would send. */
import type { FastifyInstance } from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** Listens on a port of its own until the test file ends, and answers with the port. */
export async function serve(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  return (app.server.address() as AddressInfo).port
}

/** Sends bytes and reads until the server closes. */
export function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket
      .on('data', (data) => (received += String(data)))
      .on('end', () => resolve(received))
      .on('error', reject)
  })
}

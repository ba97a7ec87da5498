/** TLS in front of a server, as an operator's proxy has it, with a certificate of this moment. */
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { makeCertificate } from './certificate.ts'

export type HttpsProxy = {
  /** For PUBLIC_URL. */
  url: string
  /** From now on requests go to this port, of this machine unless said. */
  leadTo(port: number, host?: string): void
}

/** Call at the top of a test file. */
export async function startHttpsProxy(): Promise<HttpsProxy> {
  let [port, host] = [0, '127.0.0.1']
  const { key, certificate } = await makeCertificate('localhost')
  const secured = { key: await readFile(key), cert: await readFile(certificate) }
  const server = createServer(secured, (incoming, outgoing) => {
    const { method, url, headers, socket } = incoming
    const onward = request(
      {
        host,
        port,
        method,
        path: url,
        headers: {
          ...headers,
          'x-forwarded-for': socket.remoteAddress,
          'x-forwarded-proto': 'https',
        },
      },
      (reply) => {
        outgoing.writeHead(reply.statusCode!, reply.headers)
        reply.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port: own } = server.address() as AddressInfo
  return {
    url: `https://localhost:${own}`,
    leadTo: (...to) => void ([port, host = '127.0.0.1'] = to),
  }
}

/** A source of rates on this machine, which answers as a test tells it. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

const saying =
  (dollars: number | string, ageMs: number): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ p: dollars, t: Math.round((Date.now() - ageMs) / 1000) }))

/** Call at the top of a test file; it says 64000. `setting`: for RATES_BTC_USD, with a semicolon between it and the next. */
export async function startRateServer() {
  let listener = saying(64_000, 0)
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    name,
    setting: `http://${name}/ p t`,
    does: (next: RequestListener) => void (listener = next),
    says: (dollars: number | string, ageMs = 0) => void (listener = saying(dollars, ageMs)),
  }
}

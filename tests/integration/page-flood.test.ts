/** A flood of addresses that nobody knows: it meets one kept answer, and leaves nothing behind. */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder, stopServers, type TestServer } from '../support/server.ts'
import { startSite } from '../support/site.ts'

afterAll(stopServers)

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
afterAll(() => agent.destroy())

let server: TestServer
beforeAll(async () => {
  const watch = join(projectFolder, 'tests/support/watch-server.mjs')
  server = await startSite({
    command: [process.execPath, '--expose-gc', '--import', watch, 'src/server.ts'],
    env: { LOG_LEVEL: 'warn' },
  })
})

type Answer = { status: number; tag: string; caching: string; body: string }

/** Asks for exactly this address: what a browser would tidy up stays as it is. */
function get(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      server.url,
      { path, agent, headers: { 'accept-encoding': 'br' } },
      (answer) => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .once('error', reject)
          .once('end', () =>
            resolve({
              status: answer.statusCode!,
              tag: String(answer.headers.etag),
              caching: String(answer.headers['cache-control']),
              body: Buffer.concat(parts).toString('latin1'),
            }),
          )
      },
    )
    asked.once('error', reject).end()
  })
}

type Watched = { bytes: number; rendered: number }

/** Asks the server to collect its garbage and waits for what it says. */
async function watched(): Promise<Watched> {
  const said = () => [...server.output().stdout.matchAll(/^watched (.*)$/gm)]
  const before = said().length
  server.child.kill('SIGUSR2')
  await expect.poll(() => said().length, { timeout: 30_000 }).toBeGreaterThan(before)
  return JSON.parse(said().at(-1)![1]!) as Watched
}

/** The heap when nothing more can be collected: what starting has left behind goes bit by bit. */
async function settled(): Promise<Watched> {
  let last = await watched()
  for (let calm = 0; calm < 3;) {
    const now = await watched()
    calm = last.bytes - now.bytes < 20_000 ? calm + 1 : 0
    last = now
  }
  return last
}

const long = (n: number) => `${n}-${'odd'.repeat(300)}`

const addresses: ((n: number) => string)[] = [
  (n) => `/${long(n)}`,
  (n) => `/nowhere-${n}?${long(n)}=${long(n)}`,
  (n) => `/${n}/../${n}/./${long(n)}`,
  (n) => `//${n}.example/${long(n)}`,
  (n) => `/%F0%9F%8C%B1/${long(n)}`,
  (n) => `/%2e%2e%2f${long(n)}`,
  (n) => `/${long(n)};a=b`,
  (n) => `/WhitepaperPage/${long(n)}`,
  (n) => `/assets/${long(n)}.js`,
  (n) => `/assets/behaviour-${n}.js?${long(n)}`,
  (n) => `/assets/..%2f..%2f${long(n)}`,
  (n) => `/pictures/${long(n)}.svg`,
  (n) => `/admin/${long(n)}`,
  (n) => `/dashboard/${n}/${long(n)}`,
  (n) => `/dashboard/fundaccount/${long(n)}`,
  (n) => `/reset-password/${n}/${long(n)}`,
]

/** Every answer counts, so that one that differs is found among thousands. */
async function flood(paths: readonly string[]): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  const left = [...paths]
  const ask = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const { status, tag, caching, body } = await get(path)
      const answer = JSON.stringify([status, tag, caching, body])
      seen.set(answer, (seen.get(answer) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  return seen
}

const pathsFrom = (first: number, rounds: number) =>
  Array.from({ length: rounds }, (_, n) => addresses.map((address) => address(first + n))).flat()

test('thousands of unknown addresses get the one page that was rendered when the server started, and none is remembered', async () => {
  const known = await get('/no/such/page')
  expect(known.status).toBe(404)
  // Whatever is made once, for the first of its kind, is made now.
  await flood(pathsFrom(0, 60))
  const before = await settled()
  const paths = pathsFrom(1000, 300)
  const seen = await flood(paths)
  const after = await settled()
  expect([...seen]).toEqual([
    [JSON.stringify([404, known.tag, known.caching, known.body]), paths.length],
  ])
  // The watch does see renderings: all the pages had theirs at the start.
  expect(before.rendered).toBeGreaterThan(10)
  expect(after.rendered).toBe(before.rendered)
  const ofAddresses = paths.reduce((sum, path) => sum + path.length, 0)
  expect(after.bytes - before.bytes).toBeLessThan(ofAddresses / 3)
})

test('a page that is known is the same one whatever is asked after it', async () => {
  const known = await get('/')
  expect(known.status).toBe(200)
  const before = await watched()
  const seen = await flood(Array.from({ length: 500 }, (_, n) => `/?${long(n)}`))
  expect([...seen.values()]).toEqual([500])
  expect(await get(`/?${long(0)}`)).toEqual(known)
  expect((await watched()).rendered).toBe(before.rendered)
})

test('no address becomes a name among the metrics', async () => {
  await flood(pathsFrom(5000, 3))
  const metrics = await (await fetch(server.metricsUrl)).text()
  expect(metrics).toContain('glasshouse_http_request_duration_seconds_count')
  expect(metrics).not.toMatch(/oddodd|\.example/)
})

/**
 * Many people who sign in at once, again and again, while others move money and a probe asks whether the server
 * lives; a process of its own. Reads its orders from standard input.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { basePath } from '../../src/contract/endpoint.ts'
import { percentile } from './measure.ts'

/** `emails`: of those who sign in, all at once; none for comparison. */
export type LoginsLoad = {
  port: number
  credentials: string[]
  emails: string[]
  password: string
  seconds: number
}
/** Times in milliseconds. `signedIn` and `busy` are counts of logins that succeeded, and that got Retry-After. */
export type LoginsReport = {
  money: number
  health: number
  signedIn: number
  busy: number
  seconds: number
}

const agent = new Agent({ keepAlive: true })
/** How many move money at once; each rests between two requests, as in a busy firm. */
const movers = 16
const restMs = 20

type Asking = {
  port: number
  method: string
  path: string
  headers?: Record<string, string>
  body?: object
}

async function ask({ port, method, path, headers = {}, body }: Asking): Promise<number> {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const framing =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...framing } },
      (reply) => {
        buffer(reply).then(() => resolve(reply.statusCode!), reject)
      },
    )
    sent.on('error', reject).end(payload)
  })
}

/** Asks over and over, each time after a rest, and keeps how long it took. Any other answer ends the run. */
async function repeat(
  until: number,
  expected: number,
  times: number[],
  one: () => Promise<number>,
): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now()
    const status = await one()
    if (status !== expected) throw new Error(`It answered ${status}`)
    times.push(performance.now() - began)
    await wait(restMs)
  }
}

async function run({
  port,
  credentials,
  emails,
  password,
  seconds,
}: LoginsLoad): Promise<LoginsReport> {
  const began = performance.now()
  const until = began + seconds * 1000
  const [money, health]: [number[], number[]] = [[], []]
  const found = { signedIn: 0, busy: 0 }
  const logIn = async (email: string) => {
    while (performance.now() < until) {
      const status = await ask({
        port,
        method: 'POST',
        path: `${basePath}/login`,
        body: { email, password },
      })
      if (status !== 200 && status !== 429 && status !== 503)
        throw new Error(`Signing in answered ${status}`)
      found[status === 200 ? 'signedIn' : 'busy'] += 1
      // A login that got Retry-After is repeated, though sooner than asked.
      if (status !== 200) await wait(250)
    }
  }
  const move = (at: number) =>
    repeat(until, 201, money, () =>
      ask({
        port,
        method: 'POST',
        path: `${basePath}/requestWithdrawal`,
        body: { type: 'bank_transfer', amount: 1, bankName: 'w', bankNumber: 'a' },
        headers: {
          cookie: `session=${credentials[at % credentials.length]!}`,
          'idempotency-key': randomUUID(),
        },
      }),
    )
  await Promise.all([
    ...emails.map(logIn),
    ...Array.from({ length: movers }, (_, at) => move(at)),
    repeat(until, 200, health, () => ask({ port, method: 'GET', path: '/healthz' })),
  ])
  return {
    money: percentile(money, 0.99),
    health: percentile(health, 0.99),
    ...found,
    seconds: (performance.now() - began) / 1000,
  }
}

const report = await run(JSON.parse(await text(process.stdin)) as LoginsLoad)
agent.destroy()
process.stdout.write(JSON.stringify(report))

/** POST /requestWithdrawal on a server as an operator starts it, called by a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newToken } from '../../src/domains/sign-in/session-token.ts'
import { macKeysOf } from '../../src/platform/mac.ts'
import { credentialOf } from '../../src/domains/sign-in/credential.ts'
import { withClient } from '../../src/platform/database.ts'
import { runApart } from './apart.ts'
import type { Bench } from './bench.ts'
import { readPeople } from './house.ts'
import type { Load, LoadReport } from './http-load.ts'
import {
  peakMegabytes,
  sharesInWords,
  watchCost,
  watchShares,
  type Cost,
  type Shares,
} from './measure.ts'
import { notePeak } from './memory.ts'
import { makeRow, type Row } from './results.ts'

export type HttpRound = {
  rate: number
  p50: number
  p99: number
  generator: number
  shares: Shares
  cost: Cost | null
}

const project = join(import.meta.dirname, '../..')

/** Sessions as signing in leaves them, but fresh for as long as this takes; the cookie carries the server's signature. */
export async function signIn(
  url: string,
  people: readonly string[],
  secret: string,
): Promise<string[]> {
  const keys = macKeysOf(secret)
  const tokens = people.map((person) => newToken(keys, person))
  await withClient({ url, name: 'bench sessions', as: 'owner' }, (client) =>
    client.query(
      `insert into auth.sessions (id, person_id, token, expires_at, fresh_until) select id, person, token, clock_timestamp() + interval '1 day', clock_timestamp() + interval '1 day'
      from unnest($1::uuid[], $2::uuid[], $3::text[]) as given(id, person, token)`,
      [people.map(() => randomUUID()), people, tokens],
    ),
  )
  return tokens.map((token) => credentialOf(secret, token))
}

export type Server = { child: ChildProcess; port: number; stop(): Promise<void> }

/** `works`: whether it does the house's own work as well, as `npm start` does. */
export async function startServer(
  url: string,
  secret: string,
  { works = true }: { works?: boolean } = {},
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-bench-server-'))
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(process.execPath, ['src/server.ts', ...(works ? [] : ['--without-worker'])], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH,
      HOME,
      PORT: '0',
      METRICS_PORT: 'off',
      GLASSHOUSE_DATA: folder,
      GLASSHOUSE_SECRET: secret,
      DATABASE_URL: url,
    },
  })
  // An interrupted bench leaves no server behind.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<never>((_, reject) =>
    child.once('close', (code) => reject(new Error(`The server ended with ${code}`))),
  )
  ended.catch(() => {})
  let said = ''
  const ready = new Promise<number>((resolve) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const port = /ready at http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    }),
  )
  const port = await Promise.race([ready, ended])
  return {
    child,
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended.catch(() => {})
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const load = (given: Load) => runApart<LoadReport>('http-load.ts', given)

/**
 * Signs people in, and returns the function that runs a round: with a new server each time, so that none runs while others
 * are measured. The database is for this alone: a floor changes everybody's balance, and a server that starts after it
 * would spend its first seconds on following that.
 */
export async function openHttp(
  bench: Bench,
  url: string,
  { people, works }: { people?: readonly string[]; works?: boolean } = {},
): Promise<(connections: number) => Promise<HttpRound>> {
  const { size, house } = bench
  const secret = randomBytes(32).toString('base64url')
  const asking = (people ?? (await readPeople(url))).slice(0, size.signedIn)
  const credentials = await signIn(url, asking, secret)
  return async (connections) => {
    const server = await startServer(url, secret, { works: works ?? true })
    try {
      const given = { port: server.port, credentials, connections }
      await load({ ...given, seconds: size.warmUpSeconds * 2 })
      const watched = { node: server.child.pid!, postgres: house.postgres }
      const shares = await watchShares({ ...watched, ended: { 'the generator': process.pid } })
      const cost = await watchCost(watched)
      const { count, ...report } = await load({ ...given, seconds: size.seconds })
      const round = { ...report, shares: await shares(), cost: await cost(count) }
      notePeak('the server', await peakMegabytes(server.child.pid!))
      return round
    } finally {
      await server.stop()
    }
  }
}

type Against = { name: string; rounds: readonly number[] }

function rowsAt(
  connections: number,
  rounds: readonly HttpRound[],
  { against, atLeast, below }: { against: Against; atLeast: number; below?: number },
): Row[] {
  const percent = (
    (rounds.reduce((sum, { generator }) => sum + generator, 0) / rounds.length) *
    100
  ).toFixed(0)
  const shares = sharesInWords(rounds.map(({ shares }) => shares))
  const limits =
    `${shares} The generator shares the processors; while it asked it took ${percent}% of one of them. For each request the server ` +
    'parses HTTP and JSON, reads the session, hashes the body and logs a line, beside what the desk does.'
  const name = `POST /requestWithdrawal, ${connections} connections`
  return [
    makeRow({
      name,
      unit: '1/s',
      rounds: rounds.map(({ rate }) => rate),
      costs: rounds.map(({ cost }) => cost),
      limits,
      against,
      bound: { atLeast },
    }),
    makeRow({
      name: `${name}, p50`,
      unit: 'ms',
      rounds: rounds.map(({ p50 }) => p50),
      limits: 'As the rate: so many connections, each waiting for its answer.',
    }),
    makeRow({
      name: `${name}, p99`,
      unit: 'ms',
      rounds: rounds.map(({ p99 }) => p99),
      limits:
        'As the rate; the slowest wait for a batch behind a checkpoint, or for the collection of garbage.',
      ...(below === undefined ? {} : { bound: { below } }),
    }),
  ]
}

/** What the processors had to do for one request, when many come at once. */
function processorRow(connections: number, rounds: readonly HttpRound[]): Row {
  return makeRow({
    name: `POST /requestWithdrawal, ${connections} connections, processor time`,
    unit: 'µs each',
    rounds: rounds.flatMap(({ cost }) => (cost?.node ? [cost.node + cost.postgres] : [])),
    limits: 'Node and PostgreSQL together, as with the rate.',
    bound: { below: 235 },
  })
}

/** `few` and `many` connections at once. */
export function httpRows(
  { connections, manyConnections }: Bench['size'],
  { few, many, pgbench }: { few: HttpRound[]; many: HttpRound[]; pgbench: readonly number[] },
): Row[] {
  const manyRates = many.map(({ rate }) => rate)
  return [
    ...rowsAt(manyConnections, many, {
      against: { name: 'pgbench', rounds: pgbench },
      atLeast: 0.95,
    }),
    processorRow(manyConnections, many),
    ...rowsAt(connections, few, {
      against: { name: `${manyConnections} connections`, rounds: manyRates },
      atLeast: 0.75,
      below: 60,
    }),
  ]
}

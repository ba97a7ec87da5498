/** The landing page on a server as an operator starts it: how many answers one processor gives a second. */
import { randomBytes } from 'node:crypto'
import { runApart } from './apart.ts'
import type { Bench, Measurement } from './bench.ts'
import { startServer, type Server } from './http.ts'
import { sharesInWords, ticksOf, ticksPerSecond, watchShares, type Shares } from './measure.ts'
import type { PageLoad, PageReport } from './page-load.ts'
import { makeRow, type Row } from './results.ts'

/** `rate`: answers for each second of processor time that the whole process took, its threads included. */
type Round = { rate: number; perSecond: number; shares: Shares }

const load = (given: PageLoad) => runApart<PageReport>('page-load.ts', given)

async function round(
  { house, size }: Bench,
  { child, port }: Server,
  tag?: string,
): Promise<Round> {
  const given = {
    port,
    path: '/',
    connections: size.connections,
    ...(tag === undefined ? {} : { tag }),
  }
  await load({ ...given, seconds: size.warmUpSeconds })
  const shares = await watchShares({
    node: child.pid!,
    postgres: house.postgres,
    ended: { 'the visitors': process.pid },
  })
  const before = await ticksOf(child.pid!)
  const { answers, seconds } = await load({ ...given, seconds: size.seconds })
  const after = await ticksOf(child.pid!)
  const took = before && after ? (after.own - before.own) / ticksPerSecond : Number.NaN
  return { rate: answers / took, perSecond: answers / seconds, shares: await shares() }
}

async function measure(bench: Bench): Promise<Row[]> {
  bench.say('measuring the landing page')
  const server = await startServer(
    await bench.house.empty('site'),
    randomBytes(32).toString('base64url'),
  )
  try {
    const first = await load({ port: server.port, path: '/', connections: 1, seconds: 0 })
    const [whole, known]: [Round[], Round[]] = [[], []]
    for (let turn = 0; turn < bench.size.rounds; turn += 1) {
      whole.push(await round(bench, server))
      known.push(await round(bench, server, first.tag))
    }
    return [
      rowOf(
        'GET /, per processor',
        whole,
        `The answer is ${first.bodyBytes.toLocaleString('en')} bytes of brotli, made when the server started.`,
      ),
      rowOf(
        'GET / that the visitor has already, per processor',
        known,
        'Nothing is sent but the headers of a 304.',
      ),
    ]
  } finally {
    await server.stop()
    await bench.house.drop('site')
  }
}

function rowOf(name: string, rounds: readonly Round[], what: string): Row {
  // If the system doesn't report processor time, there is nothing to divide by.
  const measured = rounds.filter(({ rate }) => Number.isFinite(rate))
  const seen = Math.max(...rounds.map(({ perSecond }) => perSecond)).toLocaleString('en', {
    maximumFractionDigits: 0,
  })
  return makeRow({
    name,
    unit: '1/s',
    rounds: measured.map(({ rate }) => rate),
    bound: { atLeast: 2000 },
    limits: `${what} Headers are set and a line is logged for each. By the clock, beside the visitors on the same machine, it was ${seen} a second at best. ${sharesInWords(rounds.map(({ shares }) => shares))}`,
  })
}

export const site: Measurement = { names: ['site'], measure }

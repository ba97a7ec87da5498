/**
 * RequestWithdrawal through the desk and over HTTP, between its yardsticks: all take turns on the same server, so
 * that each round of one is next to a round of the others.
 */
import { defaultDeskLimits } from '../../src/desk/desk.ts'
import { runApart } from './apart.ts'
import type { Bench, Measurement } from './bench.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import type { FloorOfWithdrawals } from './floors.ts'
import { readPeople } from './house.ts'
import { httpRows, openHttp, type HttpRound } from './http.ts'
import {
  rateOf,
  rotate,
  roundRobin,
  sharesInWords,
  timed,
  watchCost,
  watchShares,
  type Cost,
  type Round,
  type Shares,
  type Span,
} from './measure.ts'
import { makeRow, type Row } from './results.ts'
import type { Pgbench } from './yardsticks.ts'

/** The desk's largest. */
const { batch } = defaultDeskLimits

const ratesOf = (rounds: readonly Round[]) => rounds.map(({ rate }) => rate)
export const costsOf = (rounds: readonly { cost: Cost | null }[]) => rounds.map(({ cost }) => cost)
const sharesOf = (rounds: readonly { shares: Shares }[]) =>
  sharesInWords(rounds.map(({ shares }) => shares))

export const spanOf = ({ house, size }: Bench): Span => ({
  warmUpSeconds: size.warmUpSeconds,
  seconds: size.seconds,
  postgres: house.postgres,
})

/** A desk of its own each round, called by many at once. */
export async function withdrawalRound(
  bench: Bench,
  url: string,
  nextOwner: () => string,
): Promise<Round> {
  const { desk, close } = openDesk(url)
  const round = await timed(spanOf(bench), (seconds) =>
    rateOf({
      seconds,
      callers: bench.size.callers,
      async work() {
        await done(desk, withdrawal(nextOwner()))
        return 1
      },
    }),
  )
  await close()
  return round
}

async function pgbenchRound(bench: Bench, pgbench: Pgbench): Promise<Round> {
  const { postgres } = bench.house
  const shares = await watchShares({ postgres, ended: { pgbench: process.pid } })
  const cost = await watchCost({ postgres })
  const { rate, transactions } = await pgbench.seconds(bench.size.pgbenchSeconds)
  return { rate, shares: await shares(), cost: await cost(transactions) }
}

function deskRows(
  bench: Bench,
  rounds: { pgbench?: Round[]; floor: Round[]; desk: Round[] },
): Row[] {
  const { floor, desk } = rounds
  const name = 'RequestWithdrawal through the desk'
  const limits =
    `${sharesOf(desk)} ${bench.size.callers} callers, ${bench.size.people} people, ${bench.size.people * bench.size.postingsEach} postings before. ` +
    'Deciding, encoding and decoding is Node’s one thread; the database makes 7 rows, changes 3 in place and writes 15 index entries for each (tests/integration/budget.test.ts). Where the floor itself is below three times pgbench, no desk with these rows reaches that.'
  return [
    makeRow({
      name: 'Floor of RequestWithdrawal',
      unit: '1/s',
      rounds: ratesOf(floor),
      costs: costsOf(floor),
      limits: `${sharesOf(floor)} The same rows in bulk, ${batch} a transaction, as many sessions as the desk has, in a process of its own: what is left is PostgreSQL’s own work on rows, indexes and its log, and the disk at each commit.`,
    }),
    makeRow({
      name,
      unit: '1/s',
      rounds: ratesOf(desk),
      costs: costsOf(desk),
      limits,
      against: { name: 'pgbench', rounds: ratesOf(rounds.pgbench ?? []) },
      bound: { atLeast: 3 },
    }),
    makeRow({
      name: `${name}, to its floor`,
      unit: '1/s',
      rounds: ratesOf(desk),
      limits: 'As above.',
      against: { name: 'its floor', rounds: ratesOf(floor) },
      bound: { atLeast: 0.7 },
    }),
  ]
}

function rowsOf(
  bench: Bench,
  rounds: {
    pgbench?: Round[]
    floor?: Round[]
    desk?: Round[]
    few?: HttpRound[]
    many?: HttpRound[]
  },
): Row[] {
  const { pgbench = [], floor, desk, few, many } = rounds
  const yardstick = makeRow({
    name: 'pgbench, TPC-B-like',
    unit: '1/s',
    rounds: ratesOf(pgbench),
    costs: costsOf(pgbench),
    limits:
      pgbench.length === 0
        ? 'The program is not installed.'
        : `${sharesOf(pgbench)} Scale ${bench.size.pgbenchScale}, 64 clients, 2 threads, prepared statements; seven round trips and a commit for each transaction.`,
  })
  return [
    yardstick,
    ...(floor && desk ? deskRows(bench, { pgbench, floor, desk }) : []),
    ...(few && many ? httpRows(bench.size, { few, many, pgbench: ratesOf(pgbench) }) : []),
  ]
}

async function measure(bench: Bench, asked: (name: string) => boolean): Promise<Row[]> {
  const { house, size } = bench
  bench.say('filling people and their past')
  const filling = { people: size.people, postingsEach: size.postingsEach }
  const url = await house.filled('withdrawals', filling)
  const pgbench = await bench.pgbench()
  const people = await readPeople(url)
  const nextOwner = roundRobin(people)
  const http = asked('http') ? await openHttp(bench, await house.filled('requests', filling)) : null
  bench.say('measuring RequestWithdrawal and its yardsticks')
  const contestants: Record<string, () => Promise<Round | HttpRound>> = {
    ...(asked('withdrawals')
      ? {
          floor: () =>
            runApart<Round>('floors.ts', {
              of: 'withdrawals',
              url,
              batch,
              ...spanOf(bench),
            } satisfies FloorOfWithdrawals),
          desk: () => withdrawalRound(bench, url, nextOwner),
        }
      : {}),
    ...(http ? { few: () => http(size.connections), many: () => http(size.manyConnections) } : {}),
    ...(pgbench ? { pgbench: () => pgbenchRound(bench, pgbench) } : {}),
  }
  const rounds = await rotate(size.rounds, contestants, house.checkpoint)
  await house.drop('withdrawals')
  if (http) await house.drop('requests')
  return rowsOf(bench, rounds as Parameters<typeof rowsOf>[1])
}

export const withdrawals: Measurement = { names: ['withdrawals', 'http'], measure }

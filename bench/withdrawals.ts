/**
 * RequestWithdrawal through the desk and over HTTP, between its yardsticks: all take turns on the same server, so
 * that each round of one stands beside a round of the others.
 */
import { Session } from '../src/desk/session.ts'
import { createClient } from '../src/platform/database.ts'
import type { Bench, Measurement } from './bench.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import { openFloor } from './floor.ts'
import { readPeople } from './house.ts'
import { httpRows, openHttp, type HttpRound } from './http.ts'
import { inTurn, rateOf, rotate, sharesInWords, watchShares, type Shares } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import type { Pgbench } from './yardsticks.ts'

/** As the desk: its largest batch, and as many of them in flight. */
const batch = 128
const inFlight = 2
export type Round = { rate: number; shares: Shares }

const ratesOf = (rounds: readonly Round[]) => rounds.map(({ rate }) => rate)
const sharesOf = (rounds: readonly { shares: Shares }[]) => sharesInWords(rounds.map(({ shares }) => shares))

/** A round, after some of the same that doesn't count: connections are open then, and plans are made. */
export async function timed(bench: Bench, rate: (seconds: number) => Promise<number>): Promise<Round> {
  await rate(bench.size.warmUpSeconds)
  const shares = await watchShares({ node: process.pid, postgres: bench.house.postgres })
  return { rate: await rate(bench.size.seconds), shares: await shares() }
}

/** Each session has people of its own, as two batches of the desk never share an owner. */
async function floorRound(bench: Bench, url: string, people: readonly string[]): Promise<Round> {
  const open = () => createClient({ url, name: 'bench floor', as: 'owner', pipeline: true })
  const floor = await openFloor(url)
  const lanes = Array.from({ length: inFlight }, (_, lane) => {
    const own = people.filter((_, at) => at % inFlight === lane)
    return { session: new Session(open), owners: inTurn(own), size: Math.min(batch, own.length) }
  })
  const round = await timed(bench, (seconds) => rateOf({
    seconds, callers: inFlight,
    async work(lane) {
      const { session, owners, size } = lanes[lane]!
      await floor.write(session, Array.from({ length: size }, owners))
      return size
    },
  }))
  await Promise.all(lanes.map(({ session }) => session.close()))
  return round
}

/** A desk of its own each round, asked by many at once. */
export async function withdrawalRound(bench: Bench, url: string, nextOwner: () => string): Promise<Round> {
  const { desk, close } = openDesk(url)
  const round = await timed(bench, (seconds) => rateOf({
    seconds, callers: bench.size.callers,
    async work() {
      await done(desk, withdrawal(nextOwner()))
      return 1
    },
  }))
  await close()
  return round
}

async function pgbenchRound(bench: Bench, pgbench: Pgbench): Promise<Round> {
  const shares = await watchShares({ postgres: bench.house.postgres, ended: { pgbench: process.pid } })
  return { rate: await pgbench.seconds(bench.size.pgbenchSeconds), shares: await shares() }
}

function deskRows(bench: Bench, rounds: { pgbench?: Round[]; floor: Round[]; desk: Round[] }): Row[] {
  const { floor, desk } = rounds
  const name = 'RequestWithdrawal through the desk'
  const limits = `${sharesOf(desk)} ${bench.size.callers} callers, ${bench.size.people} people, ${bench.size.people * bench.size.postingsEach} postings before. ` +
    'Deciding, encoding and decoding is Node’s one thread; the database makes 6 rows, changes 3 in place and writes 12 index entries for each (tests/integration/budget.test.ts). Where the floor itself is below three times pgbench, no desk with these rows reaches that.'
  return [
    makeRow({
      name: 'Floor of RequestWithdrawal', unit: '1/s', rounds: ratesOf(floor),
      limits: `${sharesOf(floor)} The same rows in bulk, ${batch} a transaction, ${inFlight} sessions: what is left is PostgreSQL’s own work on rows, indexes and its log, and the disk at each commit.`,
    }),
    makeRow({ name, unit: '1/s', rounds: ratesOf(desk), limits, against: { name: 'pgbench', rounds: ratesOf(rounds.pgbench ?? []) }, bound: { atLeast: 3 } }),
    makeRow({ name: `${name}, to its floor`, unit: '1/s', rounds: ratesOf(desk), limits: 'As above.', against: { name: 'its floor', rounds: ratesOf(floor) }, bound: { atLeast: 0.7 } }),
  ]
}

function rowsOf(bench: Bench, rounds: { pgbench?: Round[]; floor?: Round[]; desk?: Round[]; http?: HttpRound[] }): Row[] {
  const { pgbench = [], floor, desk, http } = rounds
  const yardstick = makeRow({
    name: 'pgbench, TPC-B-like', unit: '1/s', rounds: ratesOf(pgbench),
    limits: pgbench.length === 0
      ? 'The program is not installed.'
      : `${sharesOf(pgbench)} Scale ${bench.size.pgbenchScale}, 64 clients, 2 threads, prepared statements; seven round trips and a commit for each transaction.`,
  })
  return [
    yardstick,
    ...(floor && desk ? deskRows(bench, { pgbench, floor, desk }) : []),
    ...(http ? httpRows(http, ratesOf(pgbench)) : []),
  ]
}

async function measure(bench: Bench, asked: (name: string) => boolean): Promise<Row[]> {
  const { house, size } = bench
  bench.say('filling people and their past')
  const filling = { people: size.people, postingsEach: size.postingsEach }
  const url = await house.filled('withdrawals', filling)
  const pgbench = await bench.pgbench()
  const people = await readPeople(url)
  const nextOwner = inTurn(people)
  const http = asked('http') ? await openHttp(bench, url, people) : null
  bench.say('measuring RequestWithdrawal and its yardsticks')
  const contestants: Record<string, () => Promise<Round | HttpRound>> = {
    ...(asked('withdrawals') ? { floor: () => floorRound(bench, url, people), desk: () => withdrawalRound(bench, url, nextOwner) } : {}),
    ...(http ? { http } : {}),
    ...(pgbench ? { pgbench: () => pgbenchRound(bench, pgbench) } : {}),
  }
  const rounds = await rotate(size.rounds, contestants, house.checkpoint)
  await house.drop('withdrawals')
  return rowsOf(bench, rounds as Parameters<typeof rowsOf>[1])
}

export const withdrawals: Measurement = { names: ['withdrawals', 'http'], measure }

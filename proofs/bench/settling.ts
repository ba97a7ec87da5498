/**
 * Many investments mature together. They are settled in several rounds between rounds of the floor, each by a desk of
 * its own that is stopped in the middle of its work, while a person sends a request now and then. At the end
 * the audit must find each paid once.
 */
import { ProblemError } from '../../src/contract/problems.ts'
import { defaultDeskLimits } from '../../src/desk/desk.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { withClient } from '../../src/platform/database.ts'
import { runApart } from './apart.ts'
import type { Bench, Measurement } from './bench.ts'
import { done, investment, openDesk, withdrawal, type BenchDesk } from './desk.ts'
import { plan } from './fill.ts'
import type { FloorOfSettling } from './floors.ts'
import { checkBooks, readPeople } from './house.ts'
import {
  percentile,
  rotate,
  roundRobin,
  sharesInWords,
  watchCost,
  watchShares,
  type Round,
} from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { costsOf } from './withdrawals.ts'

/** As many at once as the desk takes. */
const { background: batch } = defaultDeskLimits
const everyMs = 20

type Settled = Round & { times: number[] }

const asOwner = <T>(url: string, sql: string) =>
  withClient(
    { url, name: 'bench settling', as: 'owner', limits: { statementMs: 0 } },
    async (client) => (await client.query(sql)).rows as T[],
  )

/** Everyone opens one, by the real command, and then time passes. */
async function openInvestments(
  url: string,
  people: readonly string[],
  callers: number,
): Promise<void> {
  const { desk, close } = openDesk(url)
  const left = people.values()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const owner of left) await done(desk, investment(owner, plan))
    }),
  )
  await close()
  await asOwner(url, `update business_clock set advance = advance + interval '17 days'`)
  await asOwner(url, 'vacuum analyze')
}

/** Sends a request now and then; the returned function stops it and gives how long each took. */
function askMeanwhile(desk: BenchDesk['desk'], nextOwner: () => string): () => Promise<number[]> {
  const times: Promise<number>[] = []
  const ask = () => {
    const began = performance.now()
    times.push(done(desk, withdrawal(nextOwner())).then(() => performance.now() - began))
  }
  ask()
  const timer = setInterval(ask, everyMs)
  return () => {
    clearInterval(timer)
    return Promise.all(times)
  }
}

/** Settles until this many are paid, and then stops the desk while it is at work on the next. */
async function settleRound(
  { house }: Bench,
  url: string,
  count: number,
  nextOwner: () => string,
): Promise<Settled> {
  const enough = Promise.withResolvers<void>()
  let settled = 0
  const { desk, pool, close } = openDesk(url, {
    heard(outcomes) {
      settled += outcomes.filter(
        ({ kind, outcome }) => kind === 'SettleInvestment' && outcome === 'done',
      ).length
      if (settled >= count) enough.resolve()
    },
  })
  const stopAsking = askMeanwhile(desk, nextOwner)
  const watched = { node: process.pid, postgres: house.postgres }
  const [shares, cost] = [await watchShares(watched), await watchCost(watched)]
  const began = performance.now()
  // Settling on a stopped desk is refused, as it takes nothing more; any other failure is a fault.
  const settling = settleDue({ pool, desk }).catch((error: unknown) => {
    if (!(error instanceof ProblemError && error.refusal.code === 'busy')) throw error
  })
  await Promise.race([settling, enough.promise])
  const rate = (settled / (performance.now() - began)) * 1000
  const times = await stopAsking()
  const result = { rate, times, cost: await cost(settled + times.length), shares: await shares() }
  await desk.close()
  await settling
  await close()
  return result
}

/** What earlier rounds left for this one; the last takes everything. */
async function finish(bench: Bench, url: string, nextOwner: () => string): Promise<void> {
  const [{ n }] = (await asOwner<{ n: number }>(
    url,
    `select count(*)::int as n from investments where status = 'running'`,
  )) as [{ n: number }]
  if (n > 0) await settleRound(bench, url, n, nextOwner)
  const [{ matured }] = (await asOwner<{ matured: number }>(
    url,
    `select count(*)::int as matured from investments where status = 'matured'`,
  )) as [{ matured: number }]
  if (matured !== bench.size.settled)
    throw new Error(`${matured} of ${bench.size.settled} investments were settled`)
  await checkBooks(url)
}

function rowsOf(size: Bench['size'], floor: readonly Round[], settle: readonly Settled[]): Row[] {
  const name = `Settling ${size.settled.toLocaleString('en')} investments`
  const rates = settle.map(({ rate }) => rate)
  const floorRates = floor.map(({ rate }) => rate)
  const at = (q: number) => settle.map(({ times }) => percentile(times, q))
  return [
    makeRow({
      name: 'Floor of settling',
      unit: '1/s',
      rounds: floorRates,
      costs: costsOf(floor),
      limits: `${sharesInWords(floor.map(({ shares }) => shares))} The same rows in bulk, ${batch} a transaction, as many sessions as the desk has, in a process of its own.`,
    }),
    makeRow({
      name,
      unit: '1/s',
      rounds: rates,
      costs: costsOf(settle),
      against: { name: 'its floor', rounds: floorRates },
      bound: { atLeast: 0.6 },
      limits:
        `${sharesInWords(settle.map(({ shares }) => shares))} At most ${batch} of them go into a batch, behind whatever people ask for; ` +
        `a person asks for something every ${everyMs} ms. Each round's desk was stopped in the middle and another went on: the audit found every one paid once.`,
    }),
    makeRow({
      name: 'A person’s command meanwhile, p50',
      unit: 'ms',
      rounds: at(0.5),
      limits: 'It goes into the next batch, before any settling.',
    }),
    makeRow({
      name: 'A person’s command meanwhile, p99',
      unit: 'ms',
      rounds: at(0.99),
      bound: { below: 100 },
      limits: 'It waits for the batch under way at most, and then for its own.',
    }),
  ]
}

async function measure(bench: Bench): Promise<Row[]> {
  const { house, size } = bench
  const url = await house.filled('settling', {
    people: size.people,
    postingsEach: size.postingsEach,
  })
  const people = await readPeople(url)
  bench.say(`opening ${size.settled.toLocaleString('en')} investments`)
  await openInvestments(url, people.slice(0, size.settled), size.callers)
  const floorUrl = await house.copied('settling_floor', 'settling')
  const nextOwner = roundRobin(people)
  // A little less than a round's share, so that something is left to go on with in every one.
  const share = Math.floor(size.settled / size.settlingRounds) - batch
  bench.say('measuring settling')
  const { floor, settle } = await rotate(
    size.settlingRounds,
    {
      floor: (): Promise<Round | Settled> =>
        runApart<Round>('floors.ts', {
          of: 'settling',
          url: floorUrl,
          batch,
          count: share,
          postgres: house.postgres,
        } satisfies FloorOfSettling),
      settle: () => settleRound(bench, url, share, nextOwner),
    },
    house.checkpoint,
  )
  await finish(bench, url, nextOwner)
  await Promise.all([house.drop('settling'), house.drop('settling_floor')])
  return rowsOf(size, floor, settle as Settled[])
}

export const settling: Measurement = { names: ['settling'], measure }

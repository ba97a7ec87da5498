/**
 * Settling: pays what has matured. What is due lies in rows; a little of it at a time goes to the desk
 * as background work, so that a hundred thousand maturities never stand before a person.
 */
import type { Pool, PoolClient } from 'pg'
import { bySystem } from '../../desk/by-system.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { idFromName } from '../../platform/ids.ts'
import type { AtMaturity } from '../../contract/at-maturity.ts'
import type { House, HouseDesk } from '../house-desk.ts'
import { limitsOf } from '../verification/terms.ts'
import type { Reinvesting } from './settling.ts'

/** One settler at a time over all processes: two would only do the same work twice. */
const settlerLock = 7_401_003
/** Read at once. */
const pageSize = 256
/** Handed to the desk at once: what its batches under way hold, and the next one's. */
export const lanes = 384
/** Another process may have opened an investment, or moved the demonstration's clock: look again at least this often. */
const longestSleepMs = 15_000

/** Without firm and gate nothing is invested again: it isn't known whether it may be. */
type Parts = Pick<House, 'pool'> & { desk: Pick<HouseDesk, 'run'> } & Partial<
    Pick<House, 'firm' | 'gate'>
  >
type Due = { id: string; owner: string; matures_at: Instant; at_maturity: AtMaturity }

/** Time moves while a statement runs: only as a query of its own is it asked once, and so good for the index. */
export const dueText = `select id, owner_id as owner, matures_at, at_maturity from investments
  where status = 'running' and matures_at <= (select business_now()) and (matures_at, id) > ($1, $2) order by matures_at, id limit $3`

/** What is due, in order, after the last one that was read. */
async function readDue(db: Pool | PoolClient, after: Due | null): Promise<Due[]> {
  const { rows } = await db.query<Due>({
    name: 'investments.due',
    text: dueText,
    values: [
      after ? isoFromInstant(after.matures_at) : '-infinity',
      after?.id ?? '00000000-0000-0000-0000-000000000000',
      pageSize,
    ],
  })
  return rows
}

/** For how long what is due longest has waited to be paid, in milliseconds of business time; 0 where nothing is due. */
export async function readLateness(db: Pool): Promise<number> {
  const { rows } = await db.query<{ late: number }>({
    name: 'investments.lateness',
    text: `select greatest(coalesce(extract(epoch from business_now() - (
        select matures_at from investments where status = 'running' order by matures_at, id limit 1)) * 1000, 0), 0)::float8 as late`,
  })
  return rows[0]!.late
}

const reinvestingIn = ({ firm, gate }: Parts): Reinvesting =>
  firm && gate
    ? { limits: limitsOf(firm), isPaused: gate.isPaused() }
    : { limits: null, isPaused: true }

/** What was chosen may have been another thing until a moment ago: the desk, which knows, asks for what it lacks. */
async function settle(parts: Parts, { id, owner, at_maturity: choice }: Due): Promise<string> {
  const commandId = idFromName(`settle ${id}`)
  const give = async (reinvesting: Reinvesting | null) => {
    const { outcome } = await parts.desk.run({
      kind: 'SettleInvestment',
      command: { investment: id, owner, reinvesting },
      ...bySystem(commandId),
    })
    return outcome
  }
  const outcome = await give(choice === 'reinvest' ? reinvestingIn(parts) : null)
  return outcome === 'reinvesting_chosen' ? give(reinvestingIn(parts)) : outcome
}

/** Hands out everything that is due, one per call, and then undefined. More lanes may ask than a page holds. */
function pages(client: PoolClient): () => Promise<Due | undefined> {
  let page: Due[] = []
  let last: Due | null = null
  let isEnd = false
  let reading: Promise<void> | null = null
  const read = async () => {
    const found = await readDue(client, last)
    isEnd = found.length < pageSize
    last = found.at(-1) ?? last
    page = found.toReversed()
  }
  return async () => {
    while (page.length === 0 && !isEnd)
      await (reading ??= read().finally(() => {
        reading = null
      }))
    return page.pop()
  }
}

/** Goes once through everything that is due, many at a time, and counts the outcomes. The first failure ends it, when what was under way has ended. */
async function settleOnce(
  parts: Parts,
  client: PoolClient,
  shouldContinue: () => boolean,
): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  const next = pages(client)
  let failed = false
  const lane = async () => {
    for (let due = await next(); due && !failed && shouldContinue(); due = await next()) {
      const outcome = await settle(parts, due)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      lane().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return outcomes
}

/** Settles everything that is due, or until it is told to stop, waiting for another settler if there is one; answers how many it paid. */
export async function settleDue(
  parts: Parts,
  shouldContinue: () => boolean = () => true,
): Promise<number> {
  const client = await parts.pool.connect()
  let settled = 0
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [settlerLock])
    while (shouldContinue()) {
      const outcomes = await settleOnce(parts, client, shouldContinue)
      if (outcomes.size === 0) break
      settled += outcomes.get('done') ?? 0
      // Another process may have been quicker; but where nothing moves at all, another round would not help.
      if (!outcomes.has('done') && !outcomes.has('already_settled'))
        throw new Error('What is due could not be settled')
    }
    return settled
  } finally {
    // Ends the connection: its lock goes with it, whatever happened.
    client.release(true)
  }
}

async function millisecondsToNext(db: Pool): Promise<number> {
  const { rows } = await db.query<{ next: Instant | null; now: Instant }>({
    name: 'investments.next-due',
    text: `select min(matures_at) as next, business_now() as now from investments where status = 'running'`,
  })
  const { next, now } = rows[0]!
  return next === null ? longestSleepMs : Math.min(longestSleepMs, Math.max(0, next - now))
}

/** Settles what is due, and says how long there is nothing more to do. */
export async function settleAndRest(parts: Parts, shouldContinue: () => boolean): Promise<number> {
  const restMs = await millisecondsToNext(parts.pool)
  if (restMs > 0) return restMs
  await settleDue(parts, shouldContinue)
  return 0
}

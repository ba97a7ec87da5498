/**
 * Settling: pays what has matured. What is due lies in rows; a little of it at a time goes to the desk
 * as background work, so that a hundred thousand maturities never stand before a person.
 */
import type { Pool, PoolClient } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import { idFromName } from '../../platform/ids.ts'
import type { House } from '../house-desk.ts'

/** One settler at a time over all processes: two would only do the same work twice. */
const settlerLock = 7_401_003
const atOnce = 64
/** Another process may have opened an investment, or moved the demonstration's clock: look again at least this often. */
const longestSleepMs = 15_000

type Parts = Pick<House, 'pool' | 'desk'>
type Due = { id: string; owner: string }

async function readDue(db: Pool | PoolClient): Promise<Due[]> {
  const { rows } = await db.query<Due>({
    name: 'investments.due',
    text: `select id, owner_id as owner from investments where status = 'running' and matures_at <= business_now() order by matures_at, id limit $1`,
    values: [atOnce],
  })
  return rows
}

async function settle({ desk }: Parts, { id, owner }: Due): Promise<string> {
  const commandId = idFromName(`settle ${id}`)
  const reply = await desk.run({
    kind: 'SettleInvestment', id: commandId, command: { investment: id, owner },
    actor: null, key: null, bodyHash: '', requestId: commandId, background: true,
  })
  return reply.outcome
}

/** Settles everything that is due, waiting for another settler if there is one; answers how many it paid. */
export async function settleDue(parts: Parts): Promise<number> {
  const client = await parts.pool.connect()
  let settled = 0
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [settlerLock])
    for (let due = await readDue(client); due.length > 0; due = await readDue(client)) {
      const outcomes = await Promise.all(due.map((investment) => settle(parts, investment)))
      settled += outcomes.filter((outcome) => outcome === 'done').length
      // Somebody else may have been quicker; but where nothing moves at all, another round would not either.
      if (!outcomes.some((outcome) => outcome === 'done' || outcome === 'already_settled')) throw new Error(`${due.length} due investments could not be settled`)
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
export async function settleAndRest(parts: Parts): Promise<number> {
  const restMs = await millisecondsToNext(parts.pool)
  if (restMs > 0) return restMs
  await settleDue(parts)
  return 0
}

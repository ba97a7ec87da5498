/** Rows that are erased once a time in them has come: one rule for the sweep that erases them and for the page that counts them. */
import type { Instant } from '../lib/instant.ts'
import type { Database } from './database.ts'

/** Of what the law or a plan counts in years; the demonstration moves it. */
export const businessClock = 'business_now()'
/** Of what a browser or a server counts. */
export const wallClock = 'clock_timestamp()'

type Clock = typeof businessClock | typeof wallClock

/** The clock is a query of its own, asked once: only so is it good for an index. */
export const hasEnded = (until: string, clock: Clock) => `${until} <= (select ${clock})`

/** `next`: when the first of those that have not ended does, and how many do on that day, by UTC. */
export type Ending = { held: number; due: number; next: { at: Instant; count: number } | null }

/** `held`: which of them count as held; left out: all. */
type Rows = { name: string; from: string; until: string; clock: Clock; held?: string }
type Row = { held: number; due: number; at: Instant | null; count: number }

/** Each part is read by the index of the sweep: of those that end later, none but those of one day. */
export const endingText = ({ from, until, clock, held = 'true' }: Omit<Rows, 'name'>) => `
  with clock as materialized (select ${clock} as now),
    next as materialized (select min(${until}) as at from ${from} where ${until} > (select now from clock))
  select (select count(*) from ${from} where ${held})::int as held,
    (select count(*) from ${from} where ${until} <= (select now from clock))::int as due,
    (select at from next) as at,
    (select count(*) from ${from} where ${until} >= (select at from next)
      and ${until} < (select date_trunc('day', at, 'UTC') + interval '24 hours' from next))::int as count`

export async function readEnding(db: Database, { name, ...rows }: Rows): Promise<Ending> {
  const { rows: found } = await db.query<Row>({ name, text: endingText(rows) })
  const { held, due, at, count } = found[0]!
  return { held, due, next: at === null ? null : { at, count } }
}

const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10)

/** Two kinds of rows as one. */
export function bothEndings(one: Ending, other: Ending): Ending {
  const [first, second] = [one.next, other.next]
    .filter((next) => next !== null)
    .toSorted((a, b) => a.at - b.at)
  const isSameDay = first && second && dayOf(first.at) === dayOf(second.at)
  return {
    held: one.held + other.held,
    due: one.due + other.due,
    next: first ? { at: first.at, count: first.count + (isSameDay ? second.count : 0) } : null,
  }
}

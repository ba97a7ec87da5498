/**
 * How far a journal was decided: which accepted commands it then had. A command is recorded before it is committed, so
 * that one may come later with an earlier time: it isn't the time alone that says which are new.
 */
import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { isoFromInstant, type Instant } from '../lib/instant.ts'

/** Transactions of the desk end within seconds. Where one took longer, the digest tells, and all is decided again. */
const marginMs = 60_000

export type Position = {
  /** What was recorded earlier had all been decided … */
  from: Instant
  /** … and of what was recorded later, these. */
  decided: ReadonlySet<string>
  /** Of all that had been decided: how many, and what stood there, by a seed that nobody knows. */
  count: bigint
  digest: bigint
  seed: bigint
}

const literal = (at: Instant) => `timestamptz '${isoFromInstant(at)}'`

/** SQL of the commands that may be new, as a condition on `command`. */
export const recordedSince = (position: Position | null): string =>
  position === null ? '' : `and command.recorded_at >= ${literal(position.from)}`

/** PostgreSQL's own hash of the rows: made in one pass, and strong enough for days on which nobody knows the seed. */
async function digestOf(
  db: ClientBase,
  seed: bigint,
  { from, decided }: Pick<Position, 'from' | 'decided'>,
): Promise<Pick<Position, 'count' | 'digest'>> {
  const { rows } = await db.query<Pick<Position, 'count' | 'digest'>>(
    `select count(*) as count, coalesce(bit_xor(hash_record_extended(
        row(id, kind, actor, subject, input, at, recorded_at, particulars_digest, rules, mac), $1)), 0) as digest
      from desk.commands command where outcome = 'done' and (recorded_at < ${literal(from)} or id = any ($2::uuid[]))`,
    [seed, [...decided]],
  )
  return rows[0]!
}

/** Where the journal ends in the caller's snapshot. */
export async function endOfJournal(db: ClientBase): Promise<Position> {
  const accepted = `from desk.commands command where outcome = 'done'`
  const last = await db.query<{ at: Instant | null }>(`select max(recorded_at) as at ${accepted}`)
  const from = (last.rows[0]!.at ?? 0) - marginMs
  const { rows } = await db.query<{ id: string }>(
    `select id ${accepted} and recorded_at >= ${literal(from)}`,
  )
  const decided = new Set(rows.map(({ id }) => id))
  const seed = randomBytes(8).readBigInt64BE()
  return { from, decided, seed, ...(await digestOf(db, seed, { from, decided })) }
}

/** Whether all that had been decided at this position is still there, as it was, and nothing has come among it. */
export async function isStillThere(db: ClientBase, position: Position): Promise<boolean> {
  const { count, digest } = await digestOf(db, position.seed, position)
  return count === position.count && digest === position.digest
}

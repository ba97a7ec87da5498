/** The rows of proofs of coins: what was published stays, and the last one of a day counts. */
import type { PoolClient } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'

export type KeptReserves = {
  day: string
  number: number
  satoshi: bigint
  coins: number
  height: number
  block: string
  publishedAt: Instant
}

const columns = `day, number, satoshi, coins, height, block, published_at as "publishedAt"`

/** The last one of each of these days that has any. */
export async function readLastReserves(
  db: Database,
  days: readonly string[],
): Promise<ReadonlyMap<string, KeptReserves>> {
  const { rows } = await db.query<KeptReserves>({
    name: 'proofs.last-reserves',
    text: `select distinct on (day) ${columns} from reserve_proofs where day = any ($1::date[]) order by day, number desc`,
    values: [days],
  })
  return new Map(rows.map((row) => [row.day, row]))
}

/** As it is published: the one of this number, or the last one of the day. */
export async function readReservesText(
  db: Database,
  day: string,
  number: number | null,
): Promise<string | null> {
  const { rows } = await db.query<{ content: string }>({
    name: 'proofs.reserves-text',
    text: 'select content from reserve_proofs where day = $1 and ($2::int is null or number = $2) order by number desc limit 1',
    values: [day, number],
  })
  return rows[0]?.content ?? null
}

/** Another one whenever something was published. */
export async function countReserves(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'proofs.count-reserves',
    text: 'select count(*)::int as count from reserve_proofs',
  })
  return rows[0]!.count
}

type Made = Omit<KeptReserves, 'publishedAt'> & { content: string }

/** Whether it is kept: not where one of this number is there by now. */
export async function insertReserves(db: Database, made: Made): Promise<boolean> {
  const { day, number, content, satoshi, coins, height, block } = made
  const { rowCount } = await db.query(
    `insert into reserve_proofs (day, number, content, satoshi, coins, height, block, published_at)
      values ($1, $2, $3, $4, $5, $6, $7, business_now()) on conflict do nothing`,
    [day, number, content, satoshi, coins, height, block],
  )
  return rowCount === 1
}

/** From the first on, each with the hash of its day's manifest and the manifest. */
export type ReservesToAudit = Omit<KeptReserves, 'publishedAt'> & {
  content: string
  hash: string
  manifest: string
}

export async function readAllReserves(db: PoolClient): Promise<ReservesToAudit[]> {
  const { rows } = await db.query<ReservesToAudit>(
    `select kept.day, number, satoshi, coins, height, block, content, encode(proof.hash, 'hex') as hash, proof.manifest
      from reserve_proofs kept join liability_proofs proof on proof.day = kept.day order by kept.day, number`,
  )
  return rows
}

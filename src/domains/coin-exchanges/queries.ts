import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { presentEntry } from './present.ts'
import { coinEntries, type CoinEntryRow } from '../receipts/coin-entries.ts'

type Query = {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Which of these keys of references an exchange or a cover was booked under. */
export async function readReferencesOfCoins(db: Database, keys: readonly string[]) {
  const { rows } = await db.query<{ key: string }>({
    name: 'coin-entries.taken',
    text: 'select reference_key as key from coin_entries where reference_key = any ($1)',
    values: [keys],
  })
  return rows.map(({ key }) => key)
}

/** Newest first. */
export async function readCoinEntries(db: Database, { limit = 50, cursor }: Query) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<CoinEntryRow>({
    text: `select ${coinEntries.columns} from ${coinEntries.from}
      where $1::timestamptz is null or (coin_entry.booked_at, coin_entry.id) < ($1, $2::uuid)
      order by coin_entry.booked_at desc, coin_entry.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.bookedAt, last.id])
  return {
    entries: shown.map(presentEntry),
    nextCursor,
  }
}

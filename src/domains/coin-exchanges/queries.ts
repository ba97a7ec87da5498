import type { CoinEntryKind } from '../../contract/coin-exchange.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { presentEntry } from './present.ts'
import { coinEntries, type CoinEntryRow } from '../receipts/coin-entries.ts'

type Query = {
  work?: 'to-approve' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Newest first. */
export async function readCoinEntries(db: Database, { work, limit = 50, cursor }: Query) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<CoinEntryRow>({
    text: `select ${coinEntries.columns} from ${coinEntries.from}
      where ($1::text is null or coin_entry.status = $1) and ($2::timestamptz is null or (coin_entry.proposed_at, coin_entry.id) < ($2, $3::uuid))
      order by coin_entry.proposed_at desc, coin_entry.id desc limit $4`,
    values: [work === undefined ? null : 'proposed', at, id, limit + 1],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(presentEntry),
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.proposedAt), last.id]) : null,
  }
}

type Asked = { kind: CoinEntryKind; txid: string | null }

/** What an entry is of: that never changes. */
export async function readCoinEntry(db: Database, id: string): Promise<Asked | null> {
  const { rows } = await db.query<Asked>({
    name: 'coin-entries.one',
    text: 'select kind, txid from coin_entries where id = $1',
    values: [id],
  })
  return rows[0] ?? null
}

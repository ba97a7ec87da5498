import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { firm } from '../core/chart.ts'

/** SQL of that moment. */
export const firstBooking = `select min(entry.at) as first from ledger.accounts account
      cross join lateral (
        select posting.at from ledger.postings posting
          where posting.debit_owner = '${firm}' and posting.debit_kind = account.kind and posting.debit_version = 1
        union all
        select posting.at from ledger.postings posting
          where posting.credit_owner = '${firm}' and posting.credit_kind = account.kind and posting.credit_version = 1
      ) entry
      where account.owner = '${firm}'`

/**
 * When the first posting was booked; null where none was. It touched an account of the firm's, since money comes to
 * people only from there: so it is the first entry of one of a few accounts, each found in an index.
 */
export async function readFirstBooking(db: Database): Promise<Instant | null> {
  const { rows } = await db.query<{ first: Instant | null }>({
    name: 'ledger.first-booking',
    text: firstBooking,
  })
  return rows[0]!.first
}

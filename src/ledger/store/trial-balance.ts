import type { Database } from '../../platform/database.ts'
import type { KindSum } from '../core/posting.ts'

/**
 * What the accounts of each kind come to; kinds without an account are left out. Reads every account: a second and more
 * where there are millions.
 */
export async function readTrialBalance(db: Database): Promise<KindSum[]> {
  const { rows } = await db.query<KindSum>({
    name: 'ledger.trial-balance',
    text: `select kind::text as kind, count(*)::int as accounts, sum(debits)::bigint as debits, sum(credits)::bigint as credits
      from ledger.accounts group by kind`,
  })
  return rows
}

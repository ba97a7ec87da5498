import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'

/** How many people have principal money and been paid out, and how much, by the totals of their rows. */
export type InvestorSums = {
  investors: number
  invested: Cents
  withdrawers: number
  withdrawn: Cents
}

/** Reads every owner's row, and none of their investments. */
export async function readInvestorSums(db: Database): Promise<InvestorSums> {
  const { rows } = await db.query<InvestorSums>({
    name: 'people.investor-sums',
    text: `select count(*) filter (where principal > 0)::int as investors, coalesce(sum(principal), 0)::bigint as invested,
        count(*) filter (where withdrawn > 0)::int as withdrawers, coalesce(sum(withdrawn), 0)::bigint as withdrawn
      from owners where role <> 'firm'`,
  })
  return rows[0]!
}

/** What was credited as coins, and at which rate. */
import type { CoinsAtRate } from '../../lib/exchange-rate.ts'
import type { Database } from '../../platform/database.ts'

/** Of these commands those that credited coins. */
export async function readCreditedAtRates(
  db: Database,
  ids: readonly string[],
): Promise<CoinsAtRate[]> {
  const { rows } = await db.query<CoinsAtRate>({
    name: 'coin-deposits.at-rates',
    text: `select deposit.id, deposit.coin, deposit.quantity, rate.rate, rate.sources, rate.at
      from coin_deposits deposit join rates rate on rate.id = deposit.id where deposit.id = any ($1)`,
    values: [ids],
  })
  return rows
}

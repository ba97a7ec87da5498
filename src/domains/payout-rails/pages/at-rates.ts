/** What was paid in coins, and at which rate. */
import type { CoinsAtRate } from '../../../lib/exchange-rate.ts'
import { isoFromInstant, type Instant } from '../../../lib/instant.ts'
import type { Database } from '../../../platform/database.ts'
import type { Carrier } from '../../payouts/carrier.ts'
import type { AnyLine, AnyRow } from '../rail.ts'

/** Of these requests what was paid before this moment by what pays at a rate. */
export async function readPaidAtRates<Row extends AnyRow, Line extends AnyLine>(
  db: Database,
  { lines, ofLine }: Carrier<Row, Line>,
  withdrawals: readonly string[],
  before: Instant,
): Promise<CoinsAtRate[]> {
  const { rows } = await db.query<CoinsAtRate>({
    name: `${lines.name}.paid-at-rates`,
    text: `select payment.withdrawal_id as id, rate.coin, payment.quantity, rate.rate, rate.sources, rate.at
      from ${lines.name} payment join rates rate on rate.id = payment.${lines.columnOf(ofLine).name}
      where payment.withdrawal_id = any ($1) and payment.paid_at < $2`,
    values: [withdrawals, isoFromInstant(before)],
  })
  return rows
}

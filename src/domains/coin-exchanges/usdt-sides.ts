/** SQL about rows of `chain.tron_transfers`: whose addresses are at their two ends. */
import { firm } from '../../ledger/core/chart.ts'

const among = (script: string, more = '') =>
  `exists (select from wallet_addresses address where address.script = ${script}${more})`
const firms = ` and address.owner_id = '${firm}'`

export const isOurs = (script: string) => among(script)

/** What came to an address of the firm's own from elsewhere. */
export const isFirmsOwn = `(${among('to_address', firms)} and not ${isOurs('from_address')})`

/** What left an address of the firm's, came to none of its own, and is no payout that is booked. */
export const isSpent = `(${isOurs('from_address')} and not ${among('to_address', firms)}
        and not exists (select from payout_list_payments payment where payment.reference = txid || ':' || log_index))`

/** Batches of payouts in bitcoin, for a spreadsheet. */
import type { PayoutBatch } from '../../contract/payout-batch.ts'
import { bitcoinFromSatoshi } from '../../lib/bitcoin-amount.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const payoutBatchColumns: CsvColumn<PayoutBatch>[] = [
  ['Built (UTC)', ({ builtAt }) => builtAt],
  ['Status', ({ status }) => status],
  ['Payments', ({ payments }) => String(payments)],
  ['Bitcoin', ({ quantity }) => bitcoinFromSatoshi(BigInt(quantity))],
  ['Network Fee (BTC)', ({ fee }) => bitcoinFromSatoshi(BigInt(fee))],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Rate (USD)', ({ rate }) => rate],
  ['Built By', ({ builtBy }) => csvWords(builtBy.fullName)],
  ['Sent (UTC)', ({ sentAt }) => sentAt ?? ''],
  ['Sent By', ({ sentBy }) => csvWords(sentBy?.fullName ?? '')],
  ['Ended (UTC)', ({ endedAt }) => endedAt ?? ''],
  ['Transaction', ({ txid }) => txid],
  ['Id', ({ id }) => id],
]

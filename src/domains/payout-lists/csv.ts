/** Lists of payouts in USDT, for a spreadsheet. */
import type { PayoutList } from '../../contract/payout-list.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const payoutListColumns: CsvColumn<PayoutList>[] = [
  ['Made (UTC)', ({ builtAt }) => builtAt],
  ['Status', ({ status }) => status],
  ['Payments', ({ payments }) => String(payments)],
  ['Paid', ({ paid }) => String(paid)],
  ['USDT', ({ quantity }) => quantity],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Rate (USD)', ({ rate }) => rate],
  ['Made By', ({ builtBy }) => csvWords(builtBy.fullName)],
  ['Released (UTC)', ({ releasedAt }) => releasedAt ?? ''],
  ['Released By', ({ releasedBy }) => csvWords(releasedBy?.fullName ?? '')],
  ['Ended (UTC)', ({ endedAt }) => endedAt ?? ''],
  ['Id', ({ id }) => id],
]

/** Files of payouts for the bank, for a spreadsheet. */
import type { BankExport } from '../../contract/bank-export.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const bankExportColumns: CsvColumn<BankExport>[] = [
  ['Exported (UTC)', ({ exportedAt }) => exportedAt],
  ['Format', ({ format }) => format],
  ['Status', ({ status }) => status],
  ['Payments', ({ payments }) => String(payments)],
  ['Paid', ({ paid }) => String(paid)],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Exported By', ({ exportedBy }) => csvWords(exportedBy.fullName)],
  ['Released By', ({ releasedBy }) => csvWords(releasedBy?.fullName ?? '')],
  ['Ended (UTC)', ({ endedAt }) => endedAt ?? ''],
  [
    'Cancelled By',
    ({ cancelledBy }) => csvWords(cancelledBy.map((one) => one.fullName).join(', ')),
  ],
  ['Id', ({ id }) => id],
]

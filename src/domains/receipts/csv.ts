/** Entries at the bank, for a spreadsheet. */
import type { BankEntry } from '../../contract/receipt.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const bankEntryColumns: CsvColumn<BankEntry>[] = [
  ['Booked (UTC)', ({ bookedAt }) => bookedAt],
  ['Kind', ({ kind }) => kind],
  ['Account', ({ account }) => account],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Reference', ({ reference }) => csvWords(reference ?? '')],
  ['Value Date', ({ valueDate }) => valueDate ?? ''],
  ['Person', ({ user }) => csvWords(user?.fullName ?? '')],
  ['From', ({ payerText }) => csvWords(payerText ?? '')],
  ['From Account', ({ payerAccount }) => csvWords(payerAccount ?? '')],
  ['Status', ({ status }) => status],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['First', ({ firstBy }) => csvWords(firstBy.fullName)],
  ['Second', ({ bookedBy }) => csvWords(bookedBy.fullName)],
  ['Person (id)', ({ user }) => user?.id ?? ''],
  ['Id', ({ id }) => id],
]

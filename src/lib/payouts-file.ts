/** Payouts as a file for whoever sends the money by hand: each line gets its reference and comes back. */
import { csvAmount, csvHead, csvLines, csvWords, type CsvColumn } from './csv.ts'
import type { Payout } from './transfers.ts'

const columns: CsvColumn<Payout>[] = [
  ['id', ({ _id }) => _id],
  ['amount', ({ amount }) => csvAmount(amount)],
  ['destination', ({ bankNumber }) => csvWords(bankNumber ?? '')],
  ['holder', ({ type, bankName }) => csvWords(type === 'bank_account' ? (bankName ?? '') : '')],
  ['reference', () => ''],
]

export const payoutsFile = (rows: readonly Payout[]): string =>
  csvHead(columns) + csvLines(columns, rows)

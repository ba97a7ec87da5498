/** Exchanged coins and covered positions, for a spreadsheet. */
import type { CoinEntry } from '../../contract/coin-exchange.ts'
import { coinOfEntry } from '../../lib/coin-entry.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const coinEntryColumns: CsvColumn<CoinEntry>[] = [
  ['Booked (UTC)', ({ bookedAt }) => bookedAt],
  ['Kind', ({ kind }) => kind],
  ['Coins', ({ quantity }) => quantity ?? ''],
  ['Coin', ({ kind, quantity }) => (quantity === null ? '' : coinOfEntry(kind))],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Rate (USD)', ({ rate }) => csvAmount(rate)],
  ['Reference', ({ reference }) => csvWords(reference)],
  ['Transaction', ({ txid }) => txid ?? ''],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['First', ({ firstBy }) => csvWords(firstBy.fullName)],
  ['Second', ({ bookedBy }) => csvWords(bookedBy.fullName)],
  ['Id', ({ id }) => id],
]

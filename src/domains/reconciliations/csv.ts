/** When each account was reconciled, for a spreadsheet. */
import type { Reconciliation } from '../../contract/reconciliation.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const reconciliationColumns: CsvColumn<Reconciliation>[] = [
  ['Reconciled (UTC)', ({ reconciledAt }) => reconciledAt],
  ['Account', ({ account }) => account],
  ['Statement Until', ({ statementDay }) => statementDay],
  ['At the Bank (USD)', ({ closing }) => csvAmount(closing)],
  ['In the Books (USD)', ({ balance }) => csvAmount(balance)],
  ['In Transit', ({ inTransit }) => String(inTransit)],
  ['By', ({ reconciledBy }) => csvWords(reconciledBy.fullName)],
  ['Id', ({ id }) => id],
]

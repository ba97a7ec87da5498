/** The firm's accounts for a spreadsheet: one amount a row, all four files with the same columns. */
import {
  nameOfAccount,
  nameOfFlow,
  nameOfResult,
  nameOfSection,
  nameOfWay,
} from '../../contract/book-reports.ts'
import type { BalanceSheet, Flows, Outlook, ProfitAndLoss } from '../../contract/books.ts'
import { firstDayOf, lastDayOf } from '../../lib/calendar.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

type Unit = BalanceSheet['lines'][number]['unit']
export type BookRow = {
  part: string
  /** Empty where it is a balance, which is of the end of `to`. */
  from: string
  to: string
  line: string
  unit: Unit
  amount: number
}

export const bookColumns: CsvColumn<BookRow>[] = [
  ['Part', ({ part }) => csvWords(part)],
  ['From', ({ from }) => from],
  ['To', ({ to }) => to],
  ['Line', ({ line }) => csvWords(line)],
  ['Unit', ({ unit }) => unit],
  [
    'Amount',
    ({ unit, amount }) =>
      unit === 'USD' ? csvAmount(amount) : coinsFromUnits(BigInt(amount), unit),
  ],
]

export const balanceRows = ({ day, before, lines }: BalanceSheet): BookRow[] =>
  lines.flatMap(({ kind, section, unit, amount, before: then }) =>
    [
      { to: day, amount },
      { to: before, amount: then },
    ].map((one) => ({
      part: nameOfSection(section),
      from: '',
      line: nameOfAccount(kind),
      unit,
      ...one,
    })),
  )

export const resultRows = ({ months }: ProfitAndLoss): BookRow[] =>
  months.flatMap(({ month, lines, returnsPaid, capitalPaidIn, fees }) => {
    const span = { from: firstDayOf(month), to: lastDayOf(month) }
    const beside = { part: 'Not in profit or loss', ...span }
    return [
      ...lines.map(({ line, amount }) => ({
        part: 'Profit and loss',
        ...span,
        line: nameOfResult(line),
        unit: 'USD' as const,
        amount,
      })),
      { ...beside, line: 'Returns paid at maturity', unit: 'USD' as const, amount: returnsPaid },
      { ...beside, line: 'Capital paid in', unit: 'USD' as const, amount: capitalPaidIn },
      { ...beside, line: 'Network fees', unit: 'BTC' as const, amount: fees.btc },
      { ...beside, line: 'Network fees', unit: 'USDT' as const, amount: fees.usdt },
    ]
  })

export const flowRows = ({ spans }: Flows): BookRow[] =>
  spans.flatMap(({ from, to, lines }) =>
    lines.map(({ line, unit, amount }) => ({
      part: 'Flows',
      from,
      to,
      line: nameOfFlow(line),
      unit,
      amount,
    })),
  )

export const outlookRows = ({ weeks, onTheirWay, today }: Outlook): BookRow[] => [
  ...weeks.flatMap(({ from, to, principal, profit, expected, left }) =>
    (
      [
        ['Principal', principal],
        ['Profit', profit],
        ['Expected requests (estimate)', expected],
        ['Left at the bank (estimate)', left],
      ] as const
    ).map(([line, amount]) => ({
      part: 'Maturities',
      from,
      to,
      line,
      unit: 'USD' as const,
      amount,
    })),
  ),
  ...onTheirWay.map(({ what, unit, amount }) => ({
    part: 'On its way',
    from: '',
    to: today,
    line: nameOfWay(what),
    unit,
    amount,
  })),
]

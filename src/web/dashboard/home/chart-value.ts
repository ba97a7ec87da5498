/** What the chart of the total draws: amounts as cents, and where they lie. */
import type { HistoryPoint } from '../../../contract/history.ts'
import type { Cents } from '../../../lib/money.ts'
import { entryAnchor, dayOf } from '../../account/activity/choice.ts'
import { own } from '../../account/whose.ts'
import { centsOf } from '../../ui/amount.ts'

export type ValuePoint = {
  at: number
  /** The item of the activity that made it what it was. */
  entry: string | null
  balance: Cents
  held: Cents
  invested: Cents
  total: Cents
  accrued: Cents
  profit: Cents
}

export function valuePoint({ at, entry, ...dollars }: HistoryPoint): ValuePoint {
  const [balance, held, invested] = [
    centsOf(dollars.balance),
    centsOf(dollars.held),
    centsOf(dollars.invested),
  ]
  return {
    at: Date.parse(at),
    entry,
    balance,
    held,
    invested,
    total: balance + held + invested,
    accrued: centsOf(dollars.accrued),
    profit: centsOf(dollars.profit),
  }
}

/** What the total is made of. Only what is in plans is drawn below its line: three areas were told apart by nobody. */
export const parts = [
  { label: 'Available', amount: ({ balance }: ValuePoint) => balance, isDrawn: false },
  { label: 'Held', amount: ({ held }: ValuePoint) => held, isDrawn: false },
  { label: 'In plans', amount: ({ invested }: ValuePoint) => invested, isDrawn: true },
]

/** The activity of a point's day, where the reader is, at the entry that made it. */
export function entryPath({ at, entry }: ValuePoint): string {
  const day = dayOf(new Date(at))
  return `${own.activityPath}?from=${day}&to=${day}#${entryAnchor(entry!)}`
}

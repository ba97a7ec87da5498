/** What the chart of the total draws: amounts as cents, where they lie and what has accrued on top of them. */
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
  earned: Cents
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
    earned: centsOf(dollars.earned),
    profit: centsOf(dollars.profit),
  }
}

/** From the ground: placed, held, available. Placing money only moves it downwards, so the top stays. Each lies over the ones before it. */
export const layers = [
  {
    name: 'available',
    label: 'Available',
    amount: ({ balance }: ValuePoint) => balance,
    upTo: ({ total }: ValuePoint) => total,
  },
  {
    name: 'held',
    label: 'Held',
    amount: ({ held }: ValuePoint) => held,
    upTo: ({ held, invested }: ValuePoint) => held + invested,
  },
  {
    name: 'placed',
    label: 'In plans',
    amount: ({ invested }: ValuePoint) => invested,
    upTo: ({ invested }: ValuePoint) => invested,
  },
] as const

/** The activity of a point's day, where the reader is, at the entry that made it. */
export function entryPath({ at, entry }: ValuePoint): string {
  const day = dayOf(new Date(at))
  return `${own.activityPath}?from=${day}&to=${day}#${entryAnchor(entry!)}`
}

/**
 * The total with what has accrued. It grows evenly until the next point and is there what it became: before money moved
 * there, and after. What is paid at maturity leaves it as it is.
 */
export function accruedLine(points: readonly ValuePoint[]): { at: number; amount: Cents }[] {
  return points.flatMap((point, index) => {
    const amount = point.total + point.accrued
    const before = points[index - 1]
    const grown = before && before.total + before.accrued + point.earned - before.earned
    return grown === undefined || grown === amount
      ? [{ at: point.at, amount }]
      : [
          { at: point.at, amount: grown },
          { at: point.at, amount },
        ]
  })
}

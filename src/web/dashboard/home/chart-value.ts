/** What the chart of the total draws: amounts as cents, where they lie and what has accrued on top of them. */
import type { HistoryPoint } from '../../../contract/history.ts'
import type { Cents } from '../../../lib/money.ts'
import { centsOf } from '../../ui/amount.ts'

export type ValuePoint = {
  at: number
  balance: Cents
  held: Cents
  invested: Cents
  total: Cents
  accrued: Cents
  earned: Cents
  profit: Cents
}

export function valuePoint({ at, ...dollars }: HistoryPoint): ValuePoint {
  const [balance, held, invested] = [
    centsOf(dollars.balance),
    centsOf(dollars.held),
    centsOf(dollars.invested),
  ]
  return {
    at: Date.parse(at),
    balance,
    held,
    invested,
    total: balance + held + invested,
    accrued: centsOf(dollars.accrued),
    earned: centsOf(dollars.earned),
    profit: centsOf(dollars.profit),
  }
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

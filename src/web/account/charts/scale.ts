/** Where amounts and times stand in a drawing of 1000 by 100. Amounts are compared as cents; only places are numbers. */
import type { Cents } from '../../../lib/money.ts'

export type Place = { x: number; y: number }

/** The top of the axis: two round steps of whole dollars that reach the largest amount. */
export function axisTop(amounts: readonly Cents[]): Cents {
  const largest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n)
  for (let unit = 100n; ; unit *= 10n) {
    for (const step of [unit, 2n * unit, 5n * unit]) if (2n * step >= largest) return 2n * step
  }
}

/** From the left, 0 to 1000. */
export function across(at: number, first: number, last: number): number {
  return last > first ? ((at - first) / (last - first)) * 1000 : 1000
}

/** From above, 0 to 100. */
export function down(amount: Cents, top: Cents): number {
  return 100 - Number((amount * 10_000n) / top) / 100
}

/** A balance stays what it was until it changes at once. */
export function stepPath([first, ...rest]: readonly Place[]): string {
  if (!first) return ''
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}`
}

/** What lies below such steps, down to the ground. */
export function areaPath(places: readonly Place[]): string {
  return places.length === 0 ? '' : `${stepPath(places)}V100H${places[0]!.x}Z`
}

/** What accrues, grows evenly from one point to the next. */
export function linePath(places: readonly Place[]): string {
  return places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

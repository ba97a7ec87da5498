/** Where amounts and times stand in a drawing, in percent from above and from the left. Amounts are cents; only places are numbers. */
import { dayMs } from '../../../lib/instant.ts'
import type { Cents } from '../../../lib/money.ts'
import { scaleLinear, scaleTime, tickStep } from './d3.ts'
import { showDate, showDateTime, showMonthDay, showTime } from '../../ui/dates.ts'

export type Place = { x: number; y: number }

export type AmountScale = { steps: Cents[]; down(amount: Cents): number }

/** About so many steps between the ends of an axis: lines of 12 rem and labels on a phone have room for them. */
const stepsWanted = 4

/** Round steps of whole dollars, from below the lowest amount (or from nothing) until they reach the largest. */
export function amountScale(amounts: readonly Cents[], lowest: Cents = 0n): AmountScale {
  const largest = amounts.reduce(
    (most, amount) => (amount > most ? amount : most),
    lowest + 100n * BigInt(stepsWanted),
  )
  // A power of ten, twice or five times it: exact as a float, however large.
  const step = BigInt(tickStep(Number(lowest), Number(largest), stepsWanted))
  const [first, last] = [lowest / step, (largest + step - 1n) / step]
  const steps = Array.from(
    { length: Number(last - first) + 1 },
    (_, n) => (first + BigInt(n)) * step,
  )
  const place = scaleLinear([Number(steps[0]), Number(steps.at(-1))], [100, 0])
  return { steps, down: (amount) => place(Number(amount)) }
}

export type TimeScale = {
  across(at: number): number
  ticks: { x: number; label: string }[]
  /** Below the first and the last point, never the same words twice. */
  ends: [first: string, last: string]
}

/** A midnight says which day begins. */
const showHour = (iso: string): string =>
  showTime(iso).startsWith('12:00 A') ? showMonthDay(iso) : showTime(iso)

/** Dates; on one day times of it, and within one minute that minute alone. */
function endsOf(first: number, last: number): TimeScale['ends'] {
  const [from, to] = [first, last].map((at) => new Date(at).toISOString()) as [string, string]
  if (showDate(from) !== showDate(to)) return [showDate(from), showDate(to)]
  const [start, end] = [showDateTime(from), showDateTime(to)]
  return start === end ? ['', end] : [start, showTime(to)]
}

/** Times are the reader's own: ticks are their midnights, or their hours where there are few. */
export function timeScale(first: number, last: number): TimeScale {
  const place = scaleTime([first, last], [0, 100])
  const isShort = last - first < 2 * dayMs
  const show = isShort ? showHour : showMonthDay
  const ends = endsOf(first, last)
  const said = new Set<string>(ends.map((end) => end.slice(-'01:00 PM'.length)))
  const ticks = place
    .ticks(isShort ? 2 : stepsWanted)
    .map((at) => ({ x: place(at), label: show(at.toISOString()) }))
    // Where the ends' own dates stand no tick does: its label would lie beyond the drawing.
    .filter(({ x, label }) => x > 10 && x < 95 && !said.has(label) && said.add(label))
  // Weeks of a quarter would be more than a phone has room for.
  const every = Math.ceil(ticks.length / stepsWanted)
  return { across: (at) => place(at), ends, ticks: ticks.filter((_, n) => n % every === 0) }
}

/** How somebody goes along the points of a chart: by the pointer to the nearest, by the keyboard from one to the next. */
import { bisectCenter } from './d3.ts'

/** In percent: nearer to each other than any pointer can tell. */
const onePlace = 0.05

/** Of places in the order from left to right the nearest one, and of several at one place the last: what it came to there. */
export function nearest(places: readonly number[], x: number): number {
  const found = places[bisectCenter(places, x)]!
  return places.findLastIndex((place) => place - found < onePlace)
}

/** The keys of a slider. Source: ARIA Authoring Practices, "Slider". */
const moves: Record<string, (at: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: () => Infinity,
}

/** The point to which a key leads; null for a key that leads nowhere. */
export function stepBy(key: string, at: number, count: number): number | null {
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  return move ? Math.max(0, Math.min(count - 1, move(at))) : null
}

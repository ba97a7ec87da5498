/** A ribbon woven of waves, as around the figures of a banknote. */
import { guilloche, solid } from './inks.ts'
import { count, polyline, type Point } from './trace.ts'

export type Way = { from: Point; to: Point; halfWidth: number; waves: number }

/** Leaves its beginning upwards and comes to its end upwards. */
function middleAt({ from, to }: Way, part: number): Point {
  const ease = part * part * (3 - 2 * part)
  return [from[0] + (to[0] - from[0]) * ease, from[1] + (to[1] - from[1]) * part]
}

/** A point beside the middle of the way. */
function beside(way: Way, part: number, offset: number): Point {
  const [[x, y], [aheadX, aheadY]] = [middleAt(way, part), middleAt(way, part + 0.01)]
  const length = Math.hypot(aheadX - x, aheadY - y)
  return [x - ((aheadY - y) / length) * offset, y + ((aheadX - x) / length) * offset]
}

function strand(way: Way, strand: number, strands: number): string {
  const points = Math.round(way.waves * 10)
  const phase = (2 * Math.PI * strand) / strands
  return polyline(
    count(0, points).map((index) =>
      beside(
        way,
        index / points,
        way.halfWidth * 0.86 * Math.sin(phase + (2 * Math.PI * way.waves * index) / points),
      ),
    ),
  )
}

export function ribbon(way: Way): string {
  const [left, right] = [-1, 1].map((side) =>
    count(0, 18).map((index) => beside(way, index / 18, way.halfWidth * side)),
  ) as [Point[], Point[]]
  const shape = polyline([...left, ...right.toReversed()], true)
  return solid(shape) + guilloche(count(0, 4).map((number) => strand(way, number, 5)))
}

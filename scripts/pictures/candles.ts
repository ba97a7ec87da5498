/** Price candles that grow towards the columns, and the tape that runs behind them. */
import { seeded } from './chance.ts'
import { hatched } from './hatching.ts'
import { dotted, fine, hair, heavy, outline, paper, tint } from './inks.ts'
import { beyond } from './sky.ts'
import { count, polyline, steps, trace, type Point } from './trace.ts'
import { width } from './window.ts'

/** Height of the foot and of the body over the floor, and the two wicks. The numbers are made up, as everything here. */
const prices = [
  { up: 150, body: 90, high: 34, low: 20 },
  { up: 176, body: 70, high: 26, low: 30 },
  { up: 140, body: 120, high: 30, low: 16, falls: true },
  { up: 214, body: 96, high: 40, low: 26 },
  { up: 246, body: 120, high: 22, low: 20 },
  { up: 232, body: 150, high: 34, low: 30, falls: true },
  { up: 300, body: 130, high: 30, low: 34 },
]
const bodyWidth = 34

/** Hollow is up, hatched is down. A hollow one is fluted already. */
export function candles(prefix: string, floor: number): string {
  return prices
    .map(({ up, body, high, low, falls }, index) => {
      const [x, y] = [52 + index * 66, floor - 76 - up]
      const shape = `M${x} ${y}h${bodyWidth}v${body}h-${bodyWidth}z`
      const flutes = count(0, 9).map(
        (flute) =>
          trace`M${x + (bodyWidth / 2) * (1 - Math.cos((Math.PI * (flute + 0.5)) / 10))} ${y}v${body}`,
      )
      const side = trace`M${x + 24} ${y}h10v${body}h-10z`
      return (
        heavy(`M${x + bodyWidth / 2} ${y - high}v${high}M${x + bodyWidth / 2} ${y + body}v${low}`) +
        paper(shape) +
        (falls
          ? hatched(prefix, 'backSlant', shape)
          : tint(shape) + hair(flutes) + hatched(prefix, 'closeLevel', side)) +
        outline(shape)
      )
    })
    .join('')
}

/** A band of paper with holes along its edges and the strokes of its printer. */
export function tape(): string {
  const upper = steps(beyond.left, beyond.left + beyond.width, 24).map((x): Point => [
    x,
    470 - 250 * (Math.max(x, 0) / width) ** 1.1 + 44 * Math.sin(x / 92),
  ])
  const lowered = (down: number) => upper.map(([x, y]): Point => [x, y + down])
  const chance = seeded(2)
  const marks = upper.flatMap(([x, y]) =>
    [4, 11, 18].map((right) => trace`M${x + right} ${y + 13}v${chance.oneOf([5, 9, 14])}`),
  )
  const band = polyline([...upper, ...lowered(40).toReversed()], true)
  return (
    paper(band) +
    tint(band) +
    outline(polyline(upper), polyline(lowered(40))) +
    fine(marks) +
    dotted(polyline(lowered(6)), polyline(lowered(34)))
  )
}

/** An open ledger on a desk: ruled in perspective, its last figure under the double rule. */
import { seeded } from './chance.ts'
import { hatched } from './hatching.ts'
import { fine, glassEdge, hair, heavy, leaf, outline, solid } from './inks.ts'
import { count, polyline, trace, type Point } from './trace.ts'

const spine = 500
const near = { y: 1034, half: 378 }
const far = { y: 800, half: 268 }

/** A place on a page: `across` from the spine (0) to the edge (1, negative on the left page), `down` from its head (0) to its foot (1). */
function place(across: number, down: number): Point {
  const deep = down / (down + (1 - down) * (near.half / far.half))
  const half = far.half + (near.half - far.half) * down
  const side = Math.abs(across)
  const bulge =
    26 * Math.sin(Math.PI * Math.min(1, side * 0.94 + 0.06) ** 0.62) * (0.7 + 0.3 * down)
  return [spine + across * half, far.y + (near.y - far.y) * (deep * 0.4 + down * 0.6) - bulge]
}

const along = (from: number, to: number, down: number): Point[] =>
  count(0, 9).map((index) => place(from + ((to - from) * index) / 9, down))
const rule = (from: number, to: number, down: number): string => polyline(along(from, to, down))
const upright = (across: number, from = 0.08, to = 0.96): string =>
  polyline([place(across, from), place(across, (from + to) / 2), place(across, to)])

function page(side: number): string {
  const edge = polyline([...along(0, side, 0), ...along(side, 0, 1)], true)
  return solid(edge)
}

/** The pages below lie a little further out. */
function leavesBelow(): string {
  return [16, 12, 8, 4]
    .map((down) => {
      const shifted = (side: number) =>
        [...along(0, side * (1 + down / 700), 0), ...along(side * (1 + down / 520), 0, 1)].map(
          ([x, y]): Point => [x, y + down],
        )
      return solid(polyline(shifted(-1), true), polyline(shifted(1), true))
    })
    .join('')
}

function cover(): string {
  const [farX, nearX] = [far.half + 14, near.half + 20]
  const board = trace`M${spine - farX} ${far.y - 6}H${spine + farX}L${spine + nearX} ${near.y + 26}H${spine - nearX}z`
  return solid(board) + `<path class="s-S" opacity=".5" d="${board}"/>` + outline(board)
}

const rows = count(1, 11).map((row) => 0.1 + row * 0.074)

/** Words are strokes of different lengths; figures end at their column's right. */
function entries(): { ink: string[]; figures: string[] } {
  const chance = seeded(11)
  const written = [-1, 1].flatMap((side) =>
    rows.slice(0, side < 0 ? 10 : 7).map((down) => ({ side, down: down - 0.014 })),
  )
  const word = ({ side, down }: (typeof written)[number]) => {
    const [start, length] = [side < 0 ? -0.74 : 0.24, chance.between(0.14, 0.3)]
    return polyline(
      count(0, 16).map((index): Point => {
        const [x, y] = place(start + (index / 16) * length, down)
        return [x, y + (index % 2 ? -1 : 1) * chance.between(0.5, 2.4)]
      }),
    )
  }
  const figure = ({ side, down }: (typeof written)[number]) => {
    const right = side < 0 ? -0.12 : 0.9
    return count(0, chance.oneOf([3, 4, 5]))
      .map((digit) => {
        const [x, y] = place(right - 0.024 * digit, down)
        return trace`M${x} ${y}v-6`
      })
      .join('')
  }
  return { ink: written.map(word), figures: written.map(figure) }
}

function shading(prefix: string): string {
  const gutter =
    polyline([...along(0, 0.1, 0), ...along(0.1, 0, 1)], true) +
    polyline([...along(-0.07, 0, 0), ...along(0, -0.07, 1)], true)
  const curl = polyline([...along(0.86, 1, 0), ...along(1, 0.86, 1)], true)
  return (
    hatched(prefix, 'upright', gutter) + `<g opacity=".5">${hatched(prefix, 'upright', curl)}</g>`
  )
}

function pen(): string {
  return (
    '<g transform="translate(932 912) rotate(74) scale(.86)">' +
    solid('M-150-4h196l14 4l-14 4h-196a4 4 0 0 1 0-8z') +
    fine('M-140-1.500h180M20-4v8M26-4v8') +
    heavy('M60 0l26 0') +
    outline('M58-4l30 4l-30 4z') +
    '</g>'
  )
}

export function ledger(prefix: string): string {
  const { ink, figures } = entries()
  const columns = [-0.92, -0.8, -0.36, -0.34, -0.06, 0.08, 0.2, 0.62, 0.64, 0.93]
  const total = rows[8]!
  const shadow = count(0, 12).map(
    (line) => trace`M${130 + line * 3} ${1052 + line * 2.6}h${790 - line * 2}`,
  )
  return (
    hair(shadow) +
    cover() +
    leavesBelow() +
    page(-1) +
    page(1) +
    shading(prefix) +
    hair(rows.flatMap((down) => [rule(-0.95, -0.05, down), rule(0.05, 0.95, down)])) +
    leaf(columns.map((across) => upright(across)).join('')).replace(
      'class',
      'style="stroke-width:.8" class',
    ) +
    fine(ink, figures, [rule(-0.95, -0.05, 0.1), rule(0.05, 0.95, 0.1)]) +
    fine(rule(0.66, 0.93, rows[7]! - 0.01)) +
    outline(
      count(0, 5).map((digit) => {
        const [x, y] = place(0.9 - 0.024 * digit, total - 0.03)
        return trace`M${x} ${y}v-7`
      }),
    ) +
    glassEdge(rule(0.64, 0.93, total), rule(0.64, 0.93, total + 0.026)) +
    heavy(upright(0, 0, 1)) +
    pen()
  )
}

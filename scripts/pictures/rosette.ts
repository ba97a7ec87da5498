/** An engraver's rosette: one wavy ring, turned a few times over itself. It appears once in each view. */
import { circle } from './inks.ts'
import { count, polyline, short, type Point } from './trace.ts'

/** Radius, depth of the waves, number of waves, points of the line, and how often the ring is laid. */
export type Ring = readonly [
  radius: number,
  depth: number,
  waves: number,
  points: number,
  turns: number,
]

const sunRings: Ring[] = [
  [77, 19, 9, 126, 8],
  [41, 15, 7, 98, 6],
]

function wavyRing([radius, depth, waves, points]: Ring): string {
  const around = count(0, points - 1).map((index): Point => {
    const angle = (2 * Math.PI * index) / points
    const reach = radius + depth * Math.sin(waves * angle)
    return [reach * Math.cos(angle), reach * Math.sin(angle)]
  })
  return polyline(around, true)
}

function laidRing(id: string, ring: Ring): string {
  const [, , waves, , turns] = ring
  const again = count(1, turns - 1).map(
    (turn) => `<use href="#${id}" transform="rotate(${short((360 / waves / turns) * turn)})"/>`,
  )
  return `<path id="${id}" d="${wavyRing(ring)}"/>${again.join('')}`
}

/** Drawn around 0 0 with a radius of 106. */
export function plainRosette(prefix: string, rings: Ring[] = sunRings): string {
  const laid = rings.map((ring, index) => laidRing(`${prefix}r${index}`, ring)).join('')
  // A dashed circle is a milled edge.
  const milled = circle('m', 0, 0, 101.5, 'stroke-dasharray="1 2.2" style="stroke-width:4"')
  return (
    circle('P', 0, 0, 106) +
    `<g class="s-g">${laid}</g>` +
    milled +
    circle('i', 0, 0, 105) +
    circle('m', 0, 0, 98.5) +
    circle('m', 0, 0, 22)
  )
}

export const rosette = (
  prefix: string,
  x: number,
  y: number,
  scale: number,
  rings?: Ring[],
): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${plainRosette(prefix, rings)}</g>`

/** Hills, poplars and a ploughed field. */
import { hatched } from './hatching.ts'
import { fine, hair, outline, paper } from './inks.ts'
import { seeded } from './chance.ts'
import { beyond } from './sky.ts'
import { count, polyline, short, steps, trace, widening, type Point } from './trace.ts'
import { height, width } from './window.ts'

/** A skyline of four waves. */
function ridge(seed: number, base: number, rise: number): Point[] {
  const chance = seeded(seed)
  const waves = count(1, 4).map((wave) => ({
    wave,
    phase: chance.between(0, 6),
    weight: chance.between(0.5, 1),
  }))
  const lift = (x: number) =>
    waves.reduce(
      (sum, { wave, phase, weight }) =>
        sum + weight * Math.sin((x / width) * Math.PI * wave * 1.3 + phase),
      0,
    )
  return steps(beyond.left, beyond.left + beyond.width, 48).map((x): Point => [
    x,
    base - (rise * lift(x)) / 2,
  ])
}

/** A ridge and the lines that follow it down, straighter with every step. */
export function hill(
  seed: number,
  {
    base,
    rise,
    foot,
    gap,
    lines,
  }: { base: number; rise: number; foot: number; gap: number; lines: number },
): string {
  const points = ridge(seed, base, rise)
  const contour = (line: number) =>
    polyline(
      points.map(([x, y]): Point => [
        x,
        base + (y - base) * Math.max(0, 1 - line / lines) + gap * line + line * line * 0.2,
      ]),
    )
  const ground = trace`L${beyond.left + beyond.width} ${foot}H${beyond.left}z`
  return (
    paper(polyline(points) + ground) +
    hair(count(1, lines - 1).map(contour)) +
    outline(polyline(points))
  )
}

const poplarShape = 'M0 0C-27-50-21-170 0-220C21-170 27-50 0 0z'

/** Half the width of a poplar, so far up. */
const poplarReach = (part: number): number => 19.5 * Math.sin(Math.PI * part ** 0.8) ** 0.75

/** Twigs that rise from the stem; the side away from the sun has twice as many. */
function poplarTwigs(): string[] {
  const twig = (part: number, side: number, reach: number) => {
    const out = poplarReach(part) * side
    return trace`M${out * (1 - reach)} ${-220 * part}q${out * reach * 0.8} -4 ${out * reach * 0.96} ${-16}`
  }
  const parts = steps(0.04, 0.9, 0.05)
  return [
    ...parts.map((part) => twig(part, -1, 0.5)),
    ...parts.map((part) => twig(part, 1, 1)),
    ...parts.map((part) => twig(part + 0.025, 1, 0.8)),
  ]
}

export function poplars(
  prefix: string,
  foot: number,
  trees: readonly (readonly [x: number, height: number])[],
): string {
  const tree =
    paper(poplarShape) +
    hatched(prefix, 'upright', 'M5 0C9-60 9-150 0-218C21-170 27-50 5 0z') +
    fine(poplarTwigs()) +
    outline(poplarShape, 'M0 0v-150')
  const places = trees.map(
    ([x, tall]) => `transform="translate(${x} ${foot}) scale(${Math.round(tall / 2.2) / 100})"`,
  )
  return (
    `<g ${places[0]}><g id="${prefix}po">${tree}</g></g>` +
    places
      .slice(1)
      .map((place) => `<use href="#${prefix}po" ${place}/>`)
      .join('')
  )
}

const furrow = 84

/** One plant, from its root where the pen stands to the tip of its last leaf. */
const plant =
  'v-33m0 33q-3-12-18-15m18 15q3-12 18-15m-18 15q-2-16-12-24m12 24q2-16 12-24m-12 24q-1-20-5-30m5 30q1-20 5-30'
const together = 16

/** Sixteen plants are one path, the middle between them at 0: a browser takes much longer for sixteen elements than for one. */
const plants =
  `M${(0.5 - together / 2) * furrow} 0` +
  count(1, together)
    .map(() => plant)
    .join(`m${furrow - 5} 30`)

/** Rows of plants: what stands in a row is the same at every distance, only smaller. */
function plantRows(prefix: string, ground: number, middle: number, vanishing: number): string {
  const rows = count(1, 13).map((row) => {
    const y = ground + 6 + (height - ground + 8) * (row / 13) ** 1.9
    const scale = (y - vanishing) / (height - vanishing)
    const times = Math.ceil((width + 260) / (scale * furrow * together))
    const parts = count(1, times).map(
      (part) => `<use href="#${prefix}y" x="${(part - (times + 1) / 2) * together * furrow}"/>`,
    )
    return `<g transform="matrix(${[scale, 0, 0, scale].map((part) => Math.round(part * 100) / 100).join(' ')} ${middle} ${short(y)})">${parts.join('')}</g>`
  })
  return `<defs><path id="${prefix}y" d="${plants}"/></defs><g class="s-l">${rows.join('')}</g>`
}

/** Furrows run to one point; each has a light side and a shaded one. */
export function field(prefix: string, ground: number, middle: number): string {
  const vanishing = ground - 26
  const far = 26 / (height - vanishing)
  // Towards the sides the lines would run together: only some are drawn.
  const sides = [28, 31, 35, 40, 48, 60]
  const furrows = [...sides.map((index) => -index), ...count(-26, 26), ...sides].map((index) => ({
    foot: middle + index * furrow,
    top: middle + index * furrow * far,
    index,
  }))
  const lines = furrows.map(({ foot, top }) => trace`M${top} ${ground}L${foot} ${height}`)
  const shades = furrows
    .filter(({ index }) => Math.abs(index) < 24)
    .map(
      ({ foot, top }) =>
        trace`M${top} ${ground}L${foot} ${height}h-22L${top - 22 * far} ${ground}z`,
    )
  const soil = widening(ground + 3, height, 3, 1.13).map(
    (y) => trace`M${beyond.left} ${y}h${beyond.width}`,
  )
  return (
    paper(`M${beyond.left} ${ground}h${beyond.width}V${height + 20}H${beyond.left}z`) +
    `<g opacity=".5">${hair(soil.slice(0, 6))}</g>` +
    hatched(prefix, 'closeLevel', shades) +
    fine(lines) +
    plantRows(prefix, ground, middle, vanishing)
  )
}

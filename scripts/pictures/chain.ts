/** Blocks of glass, chained to each other, on a ruled floor. */
import { seeded } from './chance.ts'
import { hatched } from './hatching.ts'
import { far, fine, hair, outline, paper, solid, tint } from './inks.ts'
import { beyond } from './sky.ts'
import { count, short, trace, widening } from './trace.ts'
import { height, width } from './window.ts'

/** What the block says, a line each: nobody can read it at this size, so it says nothing. */
function lines(across: number, drop: number, size: number, seed: number): string[] {
  const chance = seeded(seed)
  return count(0, 8).map((row) => {
    const [down, reach] = [0.16 + row * 0.085, row === 0 ? 0.36 : chance.between(0.42, 0.74)]
    return trace`M${-across * 0.87} ${-drop * 0.87 + size * down}l${across * reach} ${drop * reach}`
  })
}

/** Seen from a corner, its middle at 0 0. Its far edges show through. */
function block(prefix: string, size: number): string {
  const [across, drop] = [size * 0.866, size * 0.5]
  const top = trace`M0 ${-size}l${across} ${drop}l${-across} ${drop}l${-across} ${-drop}z`
  const left = trace`M${-across} ${-drop}l${across} ${drop}v${size}l${-across} ${-drop}z`
  const right = trace`M${across} ${-drop}l${-across} ${drop}v${size}l${across} ${-drop}z`
  const farEdges = trace`M0 ${-size}V0M${-across} ${drop}L0 0L${across} ${drop}`
  const bevel = trace`M0 ${-size * 0.86}l${across * 0.86} ${drop * 0.86}l${-across * 0.86} ${drop * 0.86}l${-across * 0.86} ${-drop * 0.86}z`
  const edges = trace`M${-across} ${-drop + 7}L0 7L${across} ${-drop + 7}M5 ${size - 3}V5`
  const seal = `<g transform="matrix(.866 .5 -.866 .5 0 ${short(-size / 2)})"><circle class="s-g" r="${short(size * 0.27)}" style="stroke-width:8;stroke-dasharray:1 2.4"/><circle class="s-m" r="${short(size * 0.34)}"/><circle class="s-m" r="${short(size * 0.2)}"/></g>`
  return (
    paper(top, left, right) +
    tint(left) +
    tint(top) +
    tint(top, left) +
    hatched(prefix, 'upright', right) +
    hatched(
      prefix,
      'closeSlant',
      trace`M${across} ${-drop}l${-across * 0.34} ${drop * 0.34}v${size}l${across * 0.34} ${-drop * 0.34}z`,
    ) +
    hair(farEdges, bevel) +
    seal +
    fine(edges) +
    outline(top, left, right)
  )
}

/** Two rings lie flat, the one between them stands on edge. */
function links(left: number, right: number, y: number): string {
  const third = (right - left) / 3
  const flat = (x: number) =>
    solid(
      trace`M${x + 15} ${y - 15}h${third - 6}a15 15 0 0 1 0 30h${-third + 6}a15 15 0 0 1 0 -30zm0 9a6 6 0 0 0 0 12h${third - 6}a6 6 0 0 0 0 -12z`,
    ) + hair(trace`M${x + 14} ${y + 9}h${third - 4}M${x + 15} ${y + 12}h${third - 6}`)
  const edge = solid(
    trace`M${left + third - 6} ${y - 4}h${third + 12}a4 4 0 0 1 0 8h${-third - 12}a4 4 0 0 1 0 -8z`,
  )
  return flat(left - 14) + flat(right - third - 10) + edge
}

/** The shadow falls away from the coin, in level lines that get shorter. */
const shadow = (x: number, foot: number, size: number): string[] =>
  count(0, 11).map(
    (line) =>
      trace`M${x - size * 0.86 + line * 13} ${foot - size * 0.5 + line * 5}h${size * 1.7 - line * 9}`,
  )

export function chain(prefix: string, places: number[], y: number, size: number): string {
  const across = size * 0.866
  const between = [places[0]! - 300, ...places].map((x) => links(x + across, x + 300 - across, y))
  const [first, ...others] = places.map((x) => `transform="translate(${x} ${y})"`)
  const blocks =
    `<g ${first}><g id="${prefix}bl">${block(prefix, size)}</g></g>` +
    others.map((place) => `<use href="#${prefix}bl" ${place}/>`).join('')
  const records = places.map(
    (x, index) =>
      `<g transform="translate(${x} ${y})">${hair(lines(across, size / 2, size, index + 1))}</g>`,
  )
  return (
    hair(places.flatMap((x) => shadow(x, y + size, size))) +
    between.join('') +
    blocks +
    records.join('')
  )
}

/** Squares that run to one point. */
export function floor(horizon: number): string {
  const upright = count(-18, 18).map(
    (index) => trace`M${width / 2 + index * 36} ${horizon}L${width / 2 + index * 130} ${height}`,
  )
  const level = widening(horizon, height, 5, 1.24).map(
    (y) => trace`M${beyond.left} ${y}h${beyond.width}`,
  )
  return (
    paper(`M${beyond.left} ${horizon}h${beyond.width}V${height + 20}H${beyond.left}z`) +
    far(upright, level) +
    outline(`M${beyond.left} ${horizon}h${beyond.width}`)
  )
}

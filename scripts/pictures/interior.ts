/** The house seen from inside: a tall arched window over fields, and a desk before it. */
import { hatched } from './hatching.ts'
import { fine, hair, heavy, outline, paper, solid, tint } from './inks.ts'
import { count, polyline, steps, trace, widening, type Point } from './trace.ts'

export const room = { width: 1000, height: 1080, desk: 760 }
const arch = { left: 130, right: 870, spring: 420, foot: 730 }
const middle = (arch.left + arch.right) / 2
const radius = (arch.right - arch.left) / 2

const opening = trace`M${arch.left} ${arch.foot}V${arch.spring}A${radius} ${radius} 0 0 1 ${arch.right} ${arch.spring}V${arch.foot}z`

/** What is seen through the glass is cut to its opening. */
export const openingClip = (prefix: string): string =>
  `<clipPath id="${prefix}w"><path d="${opening}"/></clipPath>`

/** Two courses of bricks, the second shifted by half. */
export const brickPattern = (prefix: string): string =>
  `<pattern id="${prefix}b" width="60" height="52" patternUnits="userSpaceOnUse">${hair('M0 20h60M0 46h60M0 20v26M30 46v6M30 0v20')}</pattern>`

export function walls(prefix: string): string {
  const reveal = trace`M${arch.left - 34} ${arch.foot + 8}V${arch.spring}A${radius + 34} ${radius + 34} 0 0 1 ${arch.right + 34} ${arch.spring}V${arch.foot + 8}z`
  const stones = count(0, 24).map((stone) => {
    const angle = (Math.PI * stone) / 24
    const [dx, dy] = [Math.cos(angle), -Math.sin(angle)]
    return trace`M${middle + dx * (radius + 34)} ${arch.spring + dy * (radius + 34)}L${middle + dx * (radius + 8)} ${arch.spring + dy * (radius + 8)}`
  })
  return (
    `<path opacity=".6" fill="url(#${prefix}b)" d="M0 0h${room.width}v${room.desk}H0z"/>` +
    hatched(
      prefix,
      'closeSlant',
      trace`M${arch.right + 34} 0H${room.width}V${room.desk}H${arch.right + 34}z`,
    ) +
    solid(reveal) +
    fine(
      stones,
      steps(arch.spring + 40, arch.foot, 40).flatMap((y) => [
        trace`M${arch.left - 34} ${y}h26`,
        trace`M${arch.right + 8} ${y}h26`,
      ]),
    )
  )
}

/** Bars of iron: a fanlight above, twelve panes below. Each bar has two edges. */
export function bars(): string {
  const upright = [1, 2, 3].map((bar) => arch.left + ((arch.right - arch.left) / 4) * bar)
  const level = [arch.spring, arch.spring + 103, arch.spring + 206]
  const spokes = count(1, 7).map((spoke) => (Math.PI * spoke) / 8)
  const inner = 128
  const radial = (from: number, to: number, angle: number, half: number): string => {
    const [dx, dy] = [Math.cos(angle), -Math.sin(angle)]
    const corner = (reach: number, side: number): Point => [
      middle + dx * reach - dy * half * side,
      arch.spring + dy * reach + dx * half * side,
    ]
    return polyline([corner(from, -1), corner(to, -1), corner(to, 1), corner(from, 1)], true)
  }
  const ring = (reach: number) =>
    trace`M${middle - reach} ${arch.spring}A${reach} ${reach} 0 0 1 ${middle + reach} ${arch.spring}`
  const wide = (reach: number) =>
    ring(reach + 4) +
    trace`h-8A${reach - 4} ${reach - 4} 0 0 0 ${middle - reach + 4} ${arch.spring}z`
  return (
    solid(
      spokes.map((angle) => radial(inner, radius, angle, 3.5)),
      wide(inner),
      wide(256),
    ) +
    solid(
      level.map((y) => trace`M${arch.left} ${y - 4}H${arch.right}v8H${arch.left}z`),
      upright.map((x) => trace`M${x - 4} ${arch.spring}h8V${arch.foot}h-8z`),
    ) +
    outline(opening) +
    heavy(opening.replace(/z$/, '')) +
    solid(trace`M${arch.left - 56} ${arch.foot}H${arch.right + 56}v14H${arch.left - 56}z`)
  )
}

/** Light falls through some panes at a slant. */
export function light(): string {
  const bands = [
    [arch.left + 210, arch.spring - 250, 90],
    [arch.left + 320, arch.spring - 260, 22],
    [arch.right - 120, arch.spring - 150, 60],
  ]
  return `<path class="s-r" d="${bands.map(([x, y, wide]) => trace`M${x!} ${y!}h${wide!}L${x! + wide! - 420} ${y! + 640}h${-wide!}z`).join('')}"/>`
}

/** The top of the desk, with the grain of its wood. */
export function desk(prefix: string): string {
  const top = room.desk
  const grain = widening(top + 14, room.height, 9, 1.07).map(
    (y, line) => trace`M0 ${y}q${170 + line * 9} ${line % 3 === 0 ? 9 : -6} 340 0t340 0 340 0`,
  )
  return (
    paper(`M0 ${top}h${room.width}V${room.height}H0z`) +
    tint(`M0 ${top}h${room.width}V${room.height}H0z`) +
    hair(grain) +
    hatched(prefix, 'closeLevel', `M0 ${top - 16}h${room.width}v16H0z`) +
    outline(`M0 ${top}h${room.width}M0 ${top - 16}h${room.width}`)
  )
}

/** A long leaf from its root, bent to one side, ruled towards its midrib. */
function longLeaf(prefix: string, x: number, y: number, reachX: number, reachY: number): string {
  const [tipX, tipY, bendX, bendY] = [x + reachX, y + reachY, x + reachX * 0.2, y + reachY * 0.9]
  const side = (width: number) =>
    trace`Q${bendX + width} ${bendY + Math.abs(width) * 0.4 * Math.sign(width)} ${tipX} ${tipY}`
  const shape = trace`M${x} ${y}` + side(-16) + trace`Q${bendX + 16} ${bendY + 26} ${x} ${y}z`
  const lower = trace`M${x} ${y}Q${bendX} ${bendY + 8} ${tipX} ${tipY}Q${bendX + 16} ${bendY + 26} ${x} ${y}z`
  return (
    paper(shape) +
    tint(shape) +
    hatched(prefix, 'closeLevel', lower) +
    outline(shape) +
    fine(trace`M${x} ${y}Q${bendX} ${bendY + 8} ${tipX} ${tipY}`)
  )
}

/** An aspidistra in its pot: the plant of every counting house. */
export function plant(prefix: string, x: number, foot: number): string {
  const reaches = [
    [-150, -150],
    [150, -170],
    [-120, -250],
    [126, -262],
    [-62, -320],
    [70, -330],
    [-176, -70],
    [172, -84],
    [6, -290],
  ]
  const [top, half] = [foot - 110, 62]
  const pot = trace`M${x - half} ${top + 18}h${half * 2}L${x + half - 20} ${foot}h${40 - half * 2}z`
  const rim = trace`M${x - half - 8} ${top}h${half * 2 + 16}v20h${-half * 2 - 16}z`
  const turns = count(1, 10).map(
    (line) =>
      trace`M${x - half + 6 + line * 1.2} ${top + 22 + line * 7.6}h${half * 2 - 12 - line * 2.4}`,
  )
  return (
    reaches.map(([dx, dy]) => longLeaf(prefix, x + dx! * 0.06, top + 6, dx!, dy!)).join('') +
    solid(pot, rim) +
    hair(turns) +
    hatched(prefix, 'upright', trace`M${x + 18} ${top + 20}h${half - 20}l-18 88h-26z`) +
    fine(trace`M${x - half - 8} ${top + 14}h${half * 2 + 16}`)
  )
}

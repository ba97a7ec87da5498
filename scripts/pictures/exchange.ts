/** The hall of an exchange: six columns under a pediment. */
import { hatched } from './hatching.ts'
import { circle, fine, hair, heavy, outline, paper, solid, tint } from './inks.ts'
import { beyond } from './sky.ts'
import { count, short, steps, trace, widening } from './trace.ts'
import { height } from './window.ts'

export const hall = {
  left: 520,
  right: 1120,
  foot: 640,
  capitals: 372,
  entablature: 318,
  apex: 196,
}
const middle = (hall.left + hall.right) / 2
const columnWidth = 56

/** Flutes lie close where the shaft turns away; its shaded side is ruled once more. */
function column(prefix: string): string {
  const { capitals, foot } = hall
  const [x, w, top, bottom] = [hall.left + 14, columnWidth, capitals + 22, foot - 16]
  const flutes = count(0, 12).map(
    (flute) =>
      trace`M${x + w / 2 - (Math.cos((Math.PI * (flute + 0.5)) / 13) * w) / 2} ${bottom}L${x + w / 2 - Math.cos((Math.PI * (flute + 0.5)) / 13) * (w / 2 - 4)} ${top}`,
  )
  const shaft = trace`M${x} ${bottom}L${x + 4} ${top}h${w - 8}L${x + w} ${bottom}z`
  const capital = trace`M${x - 7} ${capitals}h${w + 14}v9h${-w - 14}zM${x - 2} ${capitals + 9}h${w + 4}l-4 13h${4 - w}z`
  const base = trace`M${x - 7} ${foot - 8}h${w + 14}v8h${-w - 14}zM${x - 3} ${bottom}h${w + 6}v8h${-w - 6}z`
  const volutes = [x, x + w].map(
    (side) => trace`M${side - 5} ${capitals + 14}a5 5 0 1 1 10 0a3 3 0 1 1 -6 0`,
  )
  return (
    paper(shaft) +
    tint(trace`M${x + 10} ${bottom}L${x + 12} ${top}h14V${bottom}z`) +
    hatched(
      prefix,
      'closeLevel',
      trace`M${x + w - 17} ${bottom}L${x + w - 18} ${top}h14L${x + w} ${bottom}z`,
    ) +
    hair(flutes) +
    outline(trace`M${x} ${bottom}L${x + 4} ${top}M${x + w} ${bottom}L${x + w - 4} ${top}`) +
    solid(capital, base) +
    hair(volutes, trace`M${x + 2} ${capitals + 18}h${w - 4}M${x - 7} ${foot - 4}h${w + 14}`)
  )
}

function columns(prefix: string): string {
  const gap = (hall.right - hall.left - 28 - columnWidth) / 5
  return (
    `<g id="${prefix}co">${column(prefix)}</g>` +
    count(1, 5)
      .map((index) => `<use href="#${prefix}co" x="${short(gap * index)}"/>`)
      .join('')
  )
}

/** The wall behind: lines that lie closer under the ceiling, where it is dark; and a door. */
function wall(prefix: string): string {
  const { left, right, foot, capitals, entablature } = hall
  const shade = widening(capitals + 2, foot - 6, 2.4, 1.045).map(
    (y) => trace`M${left + 22} ${y}H${right - 22}`,
  )
  const door = trace`M${middle - 30} ${foot}V470h60V${foot}z`
  const panels = trace`M${middle} 470V${foot}M${middle - 30} 500h60M${middle - 22} ${foot}V478h44V${foot}M${middle - 17} 508h12v40h-12zM${middle + 5} 508h12v40h-12zM${middle - 17} 558h12v64h-12zM${middle + 5} 558h12v64h-12z`
  return (
    paper(trace`M${left + 22} ${foot}V${entablature}H${right - 22}V${foot}z`) +
    hair(shade) +
    hatched(prefix, 'upright', trace`M${left + 22} ${capitals}H${right - 22}v96H${left + 22}z`) +
    solid(door) +
    tint(door) +
    fine(panels)
  )
}

/** A clock in the tympanum. */
function pediment(prefix: string): string {
  const { left, right, capitals, entablature, apex } = hall
  const inner = trace`M${left + 34} ${entablature - 9}L${middle} ${apex + 26}L${right - 34} ${entablature - 9}z`
  const blocks = steps(left - 14, right + 6, 19).map((x) => trace`M${x} ${entablature + 4}h9v9h-9z`)
  const slope = trace`M${left - 34} ${entablature}L${middle} ${apex}L${right + 34} ${entablature}`
  return (
    solid(trace`M${left - 12} ${entablature + 16}H${right + 12}V${capitals}H${left - 12}z`) +
    fine(
      [30, 35].map((down) => trace`M${left - 12} ${entablature + down}H${right + 12}`),
      blocks,
    ) +
    hatched(
      prefix,
      'closeLevel',
      trace`M${left - 12} ${entablature + 42}H${right + 12}V${capitals}H${left - 12}z`,
    ) +
    solid(slope + 'z') +
    hatched(prefix, 'closeSlant', inner) +
    outline(inner, trace`M${left - 34} ${entablature}v16H${right + 34}v-16`) +
    heavy(slope) +
    circle('c', middle, 276, 31) +
    circle('m', middle, 276, 22, 'style="stroke-width:5;stroke-dasharray:1.4 10.12"') +
    circle('i', middle, 276, 26) +
    outline(trace`M${middle} 260v16l10 8`) +
    solid(trace`M${middle - 16} ${apex + 2}v-14h32v14zM${middle - 10} ${apex - 12}q10 -26 20 0z`) +
    fine(trace`M${middle} ${apex - 24}v-12`)
  )
}

export function stairs(prefix: string): string {
  return count(0, 4)
    .map((step) => {
      const [y, out] = [hall.foot + step * 16, 40 + step * 26]
      const tread = (from: number) =>
        trace`M${hall.left - out} ${y + from}H${hall.right + out}v${16 - from}H${hall.left - out}z`
      return solid(tread(0)) + hatched(prefix, 'closeLevel', tread(6))
    })
    .join('')
}

/** The square before the hall is ruled like a ledger. */
export function ruledSquare(): string {
  const { foot, left } = hall
  const beside = count(1, 5).map(
    (row) => trace`M${beyond.left} ${foot + row * 16}H${left - 14 - row * 26}`,
  )
  const below = widening(foot + 94, height + 18, 12, 1.16).map(
    (y) => trace`M${beyond.left} ${y}h${beyond.width}`,
  )
  return (
    paper(trace`M${beyond.left} ${foot}h${beyond.width}V${height + 20}H${beyond.left}z`) +
    fine(
      beside,
      below,
      [90, 330].map((x) => trace`M${x} ${foot}V${height + 20}`),
    ) +
    outline(
      trace`M${beyond.left} ${foot}h${beyond.width}`,
      [96, 336].map((x) => trace`M${x} ${foot}V${height + 20}`),
    )
  )
}

export const exchange = (prefix: string): string =>
  wall(prefix) + columns(prefix) + pediment(prefix)

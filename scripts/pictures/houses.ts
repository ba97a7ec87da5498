/** Town houses, towers and the trees along a quay. */
import { hatched } from './hatching.ts'
import { circle, fine, hair, heavy, outline, paper, solid, tint } from './inks.ts'
import { count, trace } from './trace.ts'

type Roof = 'mansard' | 'gable' | 'flat'
type House = {
  x: number
  width: number
  top: number
  columns: number
  floors: number
  roof: Roof
  arched?: boolean
  door: number
}

const opening = (x: number, y: number, w: number, h: number, arched: boolean): string =>
  trace`M${x} ${y + h}v${-h}` +
  (arched ? trace`a${w / 2} ${w / 2} 0 0 1 ${w} 0` : trace`h${w}`) +
  trace`v${h}z`

/** A window, its bars and sill; the room behind is dark in its upper left corner. */
function sash(x: number, y: number, w: number, h: number, arched: boolean) {
  const bars = trace`M${x + w / 2} ${y}v${h}M${x} ${y + h * 0.45}h${w}`
  const sill =
    trace`M${x - 4} ${y + h + 4}h${w + 8}` + (arched ? '' : trace`M${x - 3} ${y - 4}h${w + 6}`)
  return {
    shape: opening(x, y, w, h, arched),
    bars: bars + sill,
    dark: trace`M${x} ${y + h * 0.8}V${y}h${w * 0.5}v${h * 0.45}z`,
  }
}

function front(prefix: string, house: House, ground: number): string {
  const { x, width, top, columns, floors, arched = false, door } = house
  const [storey, bay] = [(ground - top - 16) / floors, width / columns]
  const places = count(0, floors - 1).flatMap((floor) =>
    count(0, columns - 1).map((column) => ({ floor, column })),
  )
  const isDoor = ({ floor, column }: (typeof places)[number]) =>
    floor === floors - 1 && column === door
  const windows = places
    .filter((place) => !isDoor(place))
    .map(({ floor, column }) =>
      sash(
        x + bay * (column + 0.27),
        top + 16 + storey * (floor + 0.16),
        bay * 0.46,
        storey * 0.6,
        arched && floor === 0,
      ),
    )
  const [doorX, doorY, doorWidth] = [
    x + bay * (door + 0.27) - 3,
    top + 16 + storey * (floors - 0.84),
    bay * 0.46 + 6,
  ]
  const doorway = opening(doorX, doorY, doorWidth, ground - doorY, true)
  const courses = count(1, floors - 1).map(
    (floor) => trace`M${x} ${top + 13 + storey * floor}h${width}`,
  )
  const cornice = trace`M${x} ${top + 5}h${width}M${x} ${top + 10}h${width}`
  return (
    tint(windows.map(({ shape }) => shape)) +
    hatched(
      prefix,
      'backSlant',
      windows.map(({ dark }) => dark),
    ) +
    fine(
      windows.map(({ shape, bars }) => shape + bars),
      courses,
      cornice,
    ) +
    hatched(prefix, 'upright', doorway) +
    outline(doorway) +
    fine(trace`M${doorX + doorWidth / 2} ${doorY}V${ground}`)
  )
}

function gable(prefix: string, { x, width, top }: House): string {
  const shape = trace`M${x - 6} ${top}L${x + width / 2} ${top - width * 0.42} ${x + width + 6} ${top}z`
  const inner = trace`M${x + 14} ${top - 5}L${x + width / 2} ${top - width * 0.34} ${x + width - 14} ${top - 5}z`
  return (
    paper(shape) +
    hatched(prefix, 'closeLevel', inner) +
    fine(inner) +
    outline(shape) +
    circle(
      'c',
      Math.round(x + width / 2),
      Math.round(top - width * 0.14),
      Math.round(width * 0.07),
    ) +
    fine(trace`M${x + width / 2} ${top - width * 0.21}v${width * 0.14}`)
  )
}

function mansard(prefix: string, { x, width, top, columns }: House): string {
  const shape = trace`M${x - 6} ${top}l16 -56h${width - 20}l16 56z`
  const dormers = count(0, columns - 1).map((column) => x + (width / columns) * (column + 0.5))
  return (
    paper(shape) +
    hatched(prefix, 'closeSlant', shape) +
    outline(shape) +
    heavy(trace`M${x + 9} ${top - 57}h${width - 18}`) +
    solid(dormers.map((middle) => trace`M${middle - 12} ${top - 8}v-28l12 -10l12 10v28z`)) +
    tint(dormers.map((middle) => trace`M${middle - 8} ${top - 10}v-24h16v24z`)) +
    fine(
      dormers.map(
        (middle) =>
          trace`M${middle} ${top - 10}v-26M${middle - 8} ${top - 22}h16M${middle - 8} ${top - 10}v-24h16v24z`,
      ),
    )
  )
}

function flat(prefix: string, { x, width, top }: House): string {
  const dentils = count(0, Math.floor(width / 8)).map(
    (index) => trace`M${x + index * 8} ${top - 6}v4`,
  )
  const chimney = trace`M${x + 18} ${top - 14}v-30h22v30z`
  return (
    solid(trace`M${x - 6} ${top}v-14h${width + 12}v14z`) +
    fine(trace`M${x - 4} ${top - 8}h${width + 8}`, dentils) +
    solid(chimney) +
    hatched(prefix, 'closeLevel', chimney) +
    fine(trace`M${x + 14} ${top - 44}h30M${x + 22} ${top - 44}v-8h5v8M${x + 31} ${top - 44}v-8h5v8`)
  )
}

const roofs = { mansard, gable, flat }

export function house(prefix: string, ground: number, design: House): string {
  const { x, width, top } = design
  return (
    paper(trace`M${x} ${top}h${width}V${ground}h${-width}z`) +
    front(prefix, design, ground) +
    roofs[design.roof](prefix, design) +
    hatched(prefix, 'closeSlant', trace`M${x + width - 13} ${top}h13V${ground}h-13z`) +
    outline(trace`M${x} ${ground}V${top}h${width}V${ground}`)
  )
}

/** A tower of glass: its panes, a side in the shade, and the light that slides down it. */
export function tower(
  prefix: string,
  ground: number,
  {
    x,
    width,
    top,
    columns,
    floors,
  }: { x: number; width: number; top: number; columns: number; floors: number },
): string {
  const floorsAt = count(1, floors - 1).map((floor) =>
    Math.round(top + ((ground - top) / floors) * floor),
  )
  const bars = [
    ...count(1, columns - 1).map((bar) => trace`M${x + (width / columns) * bar} ${top}V${ground}`),
    ...floorsAt.map((y) => trace`M${x} ${y}h${width}`),
  ]
  const shade = trace`M${x + width * 0.66} ${top}H${x + width}V${ground}H${x + width * 0.66}z`
  const light = trace`M${x + 8} ${top + 150}L${x + width * 0.5} ${top + 10}h18L${x + 26} ${top + 150}z`
  return (
    paper(trace`M${x} ${top}h${width}V${ground}h${-width}z`) +
    tint(trace`M${x} ${top}h${width * 0.66}V${ground}h${-width * 0.66}z`) +
    hair(bars) +
    paper(light) +
    hatched(prefix, 'closeSlant', shade) +
    outline(trace`M${x} ${ground}V${top}h${width}V${ground}M${x + width * 0.66} ${top}V${ground}`)
  )
}

const crown =
  'M-14-38a22 22 0 0 1-26-30a26 26 0 0 1 2-44a28 28 0 0 1 38-30a28 28 0 0 1 40 28a26 26 0 0 1 2 46a22 22 0 0 1-26 30a18 18 0 0 1-30 0z'
const leaves =
  'M-34-70q4 8 14 8M-38-96q2 8 10 9M-24-116q-2 8 6 12M-12-82q4 8 12 6M-10-58q4 8 12 7M4-104q4 8 12 5M0-128q0 8 8 9'
const shadedLeaves =
  'M14-50q9 0 12-8M10-60q14 0 19-9M18-72q13 1 18-8M12-82q17 1 23-8M22-96q12 0 15-9M14-108q14 1 19-8M16-120q10 1 14-6M4-46q5 3 9 0M24-84q10 0 13-6M8-70q8 2 12-2'

/** A lime tree, cut to a crown. */
export function limes(
  prefix: string,
  ground: number,
  trees: readonly (readonly [x: number, scale: number])[],
): string {
  const tree =
    solid('M-3 0l1-44h4l1 44z') +
    paper(crown) +
    tint(crown) +
    fine(leaves, shadedLeaves) +
    hatched(
      prefix,
      'closeLevel',
      'M8-40C24-60 30-100 18-134a28 28 0 0 1 22 20a26 26 0 0 1 2 46a22 22 0 0 1-34 28z',
    ) +
    fine(crown)
  const [first, ...others] = trees.map(
    ([x, scale]) => `transform="translate(${x} ${ground}) scale(${scale})"`,
  )
  return (
    `<g ${first}><g id="${prefix}li">${tree}</g></g>` +
    others.map((place) => `<use href="#${prefix}li" ${place}/>`).join('')
  )
}

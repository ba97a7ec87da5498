/**
 * One window, many views: a scene is drawn once, then seen through the same twelve panes. Some refract: they show the same drawing a
 * little shifted and enlarged. The window stays, the view changes.
 */
import { hatchPatterns } from './hatching.ts'
import { glassEdge, paneTint, paper, shine, styleFor } from './inks.ts'
import { short, trace } from './trace.ts'

export const width = 1200
export const height = 800

const columns = [0, 300, 600, 900, width]
const rows = [0, 232, 590, height]
const halfBar = 4

type Place = { column: number; row: number }

const refracting = [
  { column: 1, row: 0, dx: -7, dy: 5, scale: 1.03 },
  { column: 3, row: 1, dx: 9, dy: -9, scale: 1.045 },
  { column: 0, row: 1, dx: 6, dy: 8, scale: 1.025 },
  { column: 2, row: 2, dx: -8, dy: -5, scale: 1.03 },
]
const tinted = [
  { column: 1, row: 0, depth: 0.1 },
  { column: 0, row: 1, depth: 0.1 },
  { column: 3, row: 1, depth: 0.15 },
  { column: 2, row: 2, depth: 0.1 },
  { column: 3, row: 0, depth: 0.06 },
  { column: 1, row: 2, depth: 0.06 },
]
const shining: Place[] = [
  { column: 0, row: 0 },
  { column: 2, row: 0 },
  { column: 3, row: 1 },
  { column: 1, row: 2 },
]
const litEdges: Place[] = [
  { column: 1, row: 0 },
  { column: 0, row: 1 },
  { column: 3, row: 1 },
  { column: 2, row: 2 },
]

/** The glass between the bars. */
function pane({ column, row }: Place) {
  const x = columns[column]! + (column > 0 ? halfBar : 0)
  const y = rows[row]! + (row > 0 ? halfBar : 0)
  const right = columns[column + 1]! - (column < 3 ? halfBar : 0)
  const bottom = rows[row + 1]! - (row < 2 ? halfBar : 0)
  return { x, y, w: right - x, h: bottom - y, shape: `M${x} ${y}H${right}V${bottom}H${x}z` }
}

function refraction(prefix: string, { dx, dy, scale, ...place }: (typeof refracting)[number]) {
  const { x, y, w, h, shape } = pane(place)
  const [centreX, centreY] = [x + w / 2, y + h / 2]
  const id = `${prefix}p${place.column}${place.row}`
  const shift = `${short(centreX * (1 - scale) + dx)} ${short(centreY * (1 - scale) + dy)}`
  return {
    clip: `<clipPath id="${id}"><path d="${shape}"/></clipPath>`,
    view: `<g clip-path="url(#${id})">${paper(shape)}<use href="#${prefix}v" transform="matrix(${scale} 0 0 ${scale} ${shift})"/></g>`,
  }
}

/** A broad band of light across the pane, and a narrow one beside it. */
function band(place: Place): string {
  const { x, y, w, h } = pane(place)
  const [from, to, lean] = [x + w * 0.58, x + w * 0.8, h * 0.7]
  const left = (value: number) => Math.max(x, value)
  return trace`M${from} ${y}H${to}L${left(to - lean)} ${y + h}H${left(from - lean)}zM${to + 12} ${y}h10L${to + 22 - lean} ${y + h}h-10z`
}

function edge(place: Place): string {
  const { x, y, w, h } = pane(place)
  return place.column === 1 || place.column === 2
    ? `M${x + 3} ${y}v${h}`
    : `M${x} ${y + h - 3}h${w}`
}

function frame(): string {
  const [upright, level] = [columns.slice(1, -1), rows.slice(1, -1)]
  const bars = [
    ...upright.map((x) => `M${x - 4} 0h8v${height}h-8z`),
    ...level.map((y) => `M0 ${y - 4}H${width}v8H0z`),
  ]
  const lines = [
    ...upright.map((x) => `M${x - 4} 0V${height}M${x + 4} 0V${height}`),
    ...level.map((y) => `M0 ${y - 4}H${width}M0 ${y + 4}H${width}`),
  ]
  const crossings = upright.flatMap((x) => level.map((y) => `M${x - 4} ${y - 4}h8v8h-8z`))
  return (
    paper(bars) +
    `<path class="s-i" style="stroke-width:1.3" d="${lines.join('')}"/>` +
    `<path class="s-c" style="stroke-width:1.3" d="${crossings.join('')}"/>`
  )
}

/** What the twelve panes make of a view. The prefix keeps ids apart where several pictures stand in one page. */
export function throughWindow(prefix: string, view: string): string {
  const refractions = refracting.map((glass) => refraction(prefix, glass))
  const tints = tinted.map(({ depth, ...place }) =>
    paneTint(pane(place).shape).replace(
      '/>',
      depth === 0.1 ? '/>' : ` style="opacity:${short(depth * 100)}%"/>`,
    ),
  )
  return (
    `<defs>${hatchPatterns(prefix, view)}${refractions.map(({ clip }) => clip).join('')}</defs>` +
    `<path class="s-P" d="M0 0h${width}v${height}H0z"/><g id="${prefix}v">${view}</g>${refractions.map(({ view: seen }) => seen).join('')}` +
    tints.join('') +
    shine(shining.map(band)) +
    frame() +
    glassEdge(litEdges.map(edge))
  )
}

/** A whole file. It is described by its title, refers to nothing outside itself, and is dark at `#dark`. */
export function picture(
  title: string,
  viewBox: string,
  drawing: string,
  more: { attributes?: string; rules?: string } = {},
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" id="dark" viewBox="${viewBox}"${more.attributes ?? ''} role="img" aria-label="${title}"><title>${title}</title>` +
    `${styleFor(drawing, more.rules)}${drawing}</svg>\n`
  )
}

export const scene = (prefix: string, title: string, view: string): string =>
  picture(title, `0 0 ${width} ${height}`, throughWindow(prefix, view), {
    attributes: ' preserveAspectRatio="xMidYMid slice"',
  })

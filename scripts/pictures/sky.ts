/** A ruled sky: close lines at the zenith, wider ones towards the light of the horizon; clouds and rays are left out of it. */
import { far, hair, paper } from './inks.ts'
import { count, trace, widening } from './trace.ts'

/** Wider than the picture, so that a pane which refracts finds no end of it. */
export const beyond = { left: -24, right: 1224, width: 1248 }

export function ruledSky(horizon: number, gap = 5, growth = 1.026): string {
  return far(
    widening(4, horizon, gap, growth).map((y) => trace`M${beyond.left} ${y}h${beyond.width}`),
  )
}

/** Long and short strokes around what shines. */
export function rays(x: number, y: number, inner: number, outer: number, number = 96): string {
  const strokes = count(0, number - 1).map((index) => {
    const angle = (2 * Math.PI * index) / number
    const reach =
      index % 4 === 0 ? outer : index % 2 === 0 ? (inner + outer * 2) / 3 : (inner * 2 + outer) / 3
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    return trace`M${x + dx * inner} ${y + dy * inner}L${x + dx * reach} ${y + dy * reach}`
  })
  return `<circle class="s-P" cx="${x}" cy="${y}" r="${inner + 2}"/>` + hair(strokes)
}

const cloudShape =
  'M4 0a20 20 0 0 1 10-37a34 34 0 0 1 56-24a48 48 0 0 1 86 6a30 30 0 0 1 46 30a14 14 0 0 1 2 25z'
const cloudShade =
  'M8-4h192M20-8h176M34-12h154M52-16h128M64-20h104M80-24h76M92-28h50M104-32h26M20-30a15 15 0 0 1 12-9M42-37a20 20 0 0 1 18-10M50-34a15 15 0 0 1 12-7M96-58a30 30 0 0 1 32-4M104-52a24 24 0 0 1 24-3M112-46a18 18 0 0 1 16-2M168-34a18 18 0 0 1 18 4M164-28a14 14 0 0 1 14 3'

/** One cloud, laid where it is wanted: x and y of its foot at the left, and its size. */
export function clouds(
  prefix: string,
  places: readonly (readonly [x: number, y: number, scale: number])[],
): string {
  const [first, ...others] = places.map(
    ([x, y, scale]) => `transform="matrix(${scale} 0 0 ${scale} ${x} ${y})"`,
  )
  return (
    `<g ${first}><g id="${prefix}cl">` +
    paper(cloudShape) +
    hair(cloudShade, cloudShape) +
    '</g></g>' +
    others.map((place) => `<use href="#${prefix}cl" ${place}/>`).join('')
  )
}

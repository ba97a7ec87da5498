/** Shade is hatching: five ways to rule a surface, each a pattern that any shape can be filled with. */
import { short } from './trace.ts'

const rulings = {
  slant: { gap: 9, angle: -45 },
  closeSlant: { gap: 5.5, angle: -45 },
  backSlant: { gap: 4, angle: 45 },
  upright: { gap: 5, angle: 90 },
  level: { gap: 6.5, angle: 0 },
  closeLevel: { gap: 3.6, angle: 0 },
}

type Ruling = keyof typeof rulings

const names = Object.keys(rulings) as Ruling[]
const idOf = (prefix: string, ruling: Ruling): string => `${prefix}h${names.indexOf(ruling)}`

/** The patterns that the drawing uses. */
export function hatchPatterns(prefix: string, drawing: string): string {
  return names
    .filter((ruling) => drawing.includes(`url(#${idOf(prefix, ruling)})`))
    .map((ruling) => {
      const { gap, angle } = rulings[ruling]
      return (
        `<pattern id="${idOf(prefix, ruling)}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">` +
        `<path class="s-m" d="M0 ${short(gap / 2)}H${gap}"/></pattern>`
      )
    })
    .join('')
}

export const hatchFill = (prefix: string, ruling: Ruling): string =>
  `fill="url(#${idOf(prefix, ruling)})"`

export const hatched = (prefix: string, ruling: Ruling, ...data: (string | string[])[]): string =>
  `<path ${hatchFill(prefix, ruling)} d="${data.flat().join('')}"/>`

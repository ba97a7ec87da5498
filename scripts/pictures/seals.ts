/** Seals for the made-up investors of the reviews: drawn, and nobody's face. Each has rings of its own. */
import { plainRosette, type Ring } from './rosette.ts'
import { picture } from './window.ts'

const rings: Ring[][] = [
  [
    [70, 26, 5, 90, 3],
    [34, 14, 5, 70, 2],
  ],
  [
    [74, 22, 8, 112, 3],
    [34, 18, 4, 70, 2],
  ],
  [
    [66, 30, 6, 96, 3],
    [30, 10, 12, 96, 2],
  ],
  [
    [76, 18, 12, 132, 3],
    [42, 20, 3, 72, 2],
  ],
]

export const sealNumbers = [1, 2, 3, 4] as const

/** Shown at 48 px and less: its lines are wider than a sun's. */
export function seal(number: (typeof sealNumbers)[number]): string {
  return picture(
    `Seal of Sample investor ${number}`,
    '-110 -110 220 220',
    plainRosette(`q${number}`, rings[number - 1]),
    { rules: '.s-g{stroke-width:1.8}' },
  )
}

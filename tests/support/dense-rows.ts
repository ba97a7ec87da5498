/** How the rows of a dense list lie in the window. */
import type { Locator } from 'playwright-core'

export const boxesOf = (rows: Locator) =>
  rows.evaluateAll((all) =>
    all.map((row) => {
      const { top, bottom, height } = row.getBoundingClientRect()
      return { isWhole: top >= 0 && bottom <= innerHeight, height }
    }),
  )

/** How many lines the cells of a card stand in. */
export const linesOf = (row: Locator) =>
  row.getByRole('cell').evaluateAll(
    (cells) =>
      new Set(
        cells
          .filter((cell) => cell.getBoundingClientRect().height > 0)
          .map((cell) => {
            const { top, bottom } = cell.getBoundingClientRect()
            return Math.round((top + bottom) / 2 / 8)
          }),
      ).size,
  )

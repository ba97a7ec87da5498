/** The calculator's chart, in its own units: 380 wide, 250 high. The axis begins at zero, so that a tenth looks like a tenth. */
export const chart = { foot: 220, top: 34, left: 8, right: 372 }

/** Where the amount that was placed ends, when amount and profit fill the height together. */
export function heightOfAmount(percent: number): number {
  return chart.foot - ((chart.foot - chart.top) * 100) / (100 + percent)
}

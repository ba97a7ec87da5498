/**
 * What the browser gets in place of d3's formats, and of what goes between any two values, colours among them: the charts'
 * scales go between numbers, and words are written by the house's own `formatUsd` and dates. vite.config.ts puts it there,
 * which halves what the charts load. Scales of times ask for their formats when they are made, so those are made, never used.
 */
function refuse(): never {
  throw new Error(
    'The charts know numbers alone, and no formats of d3: amounts are written from cents',
  )
}

/** As d3's own. */
const interpolateNumber = (from: number, to: number) => (share: number) =>
  from * (1 - share) + to * share

const unused = () => refuse

export { interpolateNumber as interpolate, interpolateNumber }
export { refuse as interpolateRound, refuse as piecewise }
export { refuse as format, refuse as formatPrefix, refuse as formatSpecifier }
export { refuse as precisionFixed, refuse as precisionPrefix, refuse as precisionRound }
export { unused as timeFormat, unused as utcFormat }

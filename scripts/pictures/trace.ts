/** Path data, written short: a picture is a file that somebody waits for. */

export type Point = readonly [x: number, y: number]

/** A tenth of a unit is finer than any screen shows these pictures. */
export const short = (value: number): string =>
  String(Math.round(value * 10) / 10 + 0).replace(/^(-?)0\./, '$1.')

const spare = (data: string): string => data.replaceAll(' -', '-')

/** Path data as a template: numbers are rounded, lists are strung together. */
export function trace(
  parts: TemplateStringsArray,
  ...values: (number | string | string[])[]
): string {
  const text = (value: number | string | string[]) =>
    typeof value === 'number' ? short(value) : Array.isArray(value) ? value.join('') : value
  return spare(
    parts.map((part, index) => part + (index < values.length ? text(values[index]!) : '')).join(''),
  )
}

/** Straight from point to point. Points are rounded before steps are, so that rounding never adds up. */
export function polyline(points: Point[], closed = false): string {
  const [first, ...others] = points.map(([x, y]): Point => [
    Math.round(x * 10) / 10,
    Math.round(y * 10) / 10,
  ])
  if (!first) return ''
  let [fromX, fromY] = first
  const steps = others.map(([x, y]) => {
    const step = `${short(x - fromX)} ${short(y - fromY)}`
    ;[fromX, fromY] = [x, y]
    return step
  })
  return spare(`M${short(first[0])} ${short(first[1])}l${steps.join(' ')}`) + (closed ? 'z' : '')
}

/** Whole numbers from `first` up to and including `last`. */
export const count = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** From the first value by equal steps, up to and including the last. */
export const steps = (first: number, last: number, step: number): number[] =>
  count(0, Math.floor((last - first) / step + 1e-9)).map((index) => first + index * step)

/** Lines that lie closer, or further apart, with every step. */
export function widening(first: number, last: number, gap: number, growth: number): number[] {
  const found: number[] = []
  for (let at = first, step = gap; at < last; at += step, step *= growth) found.push(at)
  return found
}

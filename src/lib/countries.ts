/** Countries by their names, out of the data that browsers and Node have themselves: nothing to load. */
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that stand for no country that somebody lives in: unions, test codes, parts of others. */
const noCountries = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
])

const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))

/** A code that was given up leads to the one that took its place. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

/** Whether two capital letters are a country's code (ISO 3166-1, and XK, by which banks know Kosovo). */
export const isCountry = (code: string): boolean =>
  !noCountries.has(code) && isCurrent(code) && names.of(code) !== undefined

/** `DE` to `Germany`; a code that nobody knows stays one. */
export const countryName = (code: string): string => names.of(code) ?? code

/** Those of a list, or all there are, in the order of their names. */
export function countryOptions(
  codes: readonly string[] | null,
): { value: string; label: string }[] {
  const all =
    codes ?? letters.flatMap((first) => letters.map((last) => first + last)).filter(isCountry)
  return all
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

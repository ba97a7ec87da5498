/** Days as lists write them, whole or in part. Pure. */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const two = (part: string | number) => String(part).padStart(2, '0')

/** Of numbers that may be missing or nought: 1965-03-12, 1965-03 or 1965; null without a year. */
export function dayOfParts(year?: string, month?: string, day?: string): string | null {
  if (!/^\d{4}$/.test(year ?? '') || Number(year) === 0) return null
  const inYear = Number(month)
  if (!(inYear >= 1 && inYear <= 12)) return year!
  const inMonth = Number(day)
  if (!(inMonth >= 1 && inMonth <= 31)) return `${year}-${two(inYear)}`
  return `${year}-${two(inYear)}-${two(inMonth)}`
}

/** “10 Dec 1948”, “Dec 1948” or “1948”. */
function dayInWords(text: string): string | null {
  const [, day, month, year] = /^(?:(?:(\d{1,2}) )?([a-z]{3})[a-z]* )?(\d{4})$/i.exec(text) ?? []
  const at = months.indexOf((month ?? '').toLowerCase())
  return dayOfParts(year, at < 0 ? undefined : String(at + 1), day)
}

/** “1965-03-12” and what follows, “1965-03” or “1965”. */
export const dayOfIso = (text: string): string | null => {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)/.exec(text.trim()) ?? []
  return dayOfParts(year, month, day)
}

/** “12/03/1965”, the day first, with “dd” and “mm” for what isn’t known. */
export const dayOfBritain = (text: string): string | null => {
  const [, day, month, year] = /^(\w{1,2})\/(\w{1,2})\/(\d{4})\b/.exec(text.trim()) ?? []
  return dayOfParts(year, month, day)
}

/** “03/12/1965”, the month first. */
export const dayOfAmerica = (text: string): string | null => {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text.trim()) ?? []
  return dayOfParts(year, month, day)
}

/** One day, or the two that it lies between. */
export const between = (from: string | null, to: string | null): string | null =>
  from === null || to === null || from === to ? (from ?? to) : `${from}/${to}`

/** As OFAC writes births: “circa 1961”, “1961 to 1963”, “01 Jan 1960 to 31 Dec 1969”. */
export function birthInWords(text: string): string | null {
  const plain = text.trim().replace(/^(?:circa|approximately|c\.)\s*/i, '')
  const [from = '', to] = plain.split(/\s+(?:to|-)\s+/i)
  return to === undefined ? dayInWords(from) : between(dayInWords(from), dayInWords(to))
}

/** The years that a birth may have been in. */
export function yearsOf(birth: string): [number, number] {
  const [from, to = from] = birth.split('/')
  return [Number(from!.slice(0, 4)), Number(to!.slice(0, 4))]
}

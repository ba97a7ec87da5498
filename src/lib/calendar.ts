/** Days (`2026-01-31`) and months (`2026-01`) of the calendar, which are the same in every time zone. Pure. */
import { dayMs } from './instant.ts'

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `Jan`; January is month 0. */
export const shortMonth = (month: number) => monthNames[month]!.slice(0, 3)

/** `Jan 5, 2025` */
export function showDay(date: string): string {
  const day = new Date(date)
  return `${shortMonth(day.getUTCMonth())} ${day.getUTCDate()}, ${day.getUTCFullYear()}`
}

/** `Jan 5` */
export function showShortDay(date: string): string {
  const day = new Date(date)
  return `${shortMonth(day.getUTCMonth())} ${day.getUTCDate()}`
}

/** `Jan 2025` */
export function showShortMonth(month: string): string {
  const [year, number] = month.split('-') as [string, string]
  return `${shortMonth(Number(number) - 1)} ${Number(year)}`
}

const written = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Days since the first of 1970. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

/** Whether a day, by its number, is one from Monday to Friday. Holidays differ from place to place, and aren't known here. */
export const isWorkday = (number: number): boolean =>
  // The first of 1970 was a Thursday.
  ![2, 3].includes(((number % 7) + 7) % 7)

/** So many days later; before, where there are less than none. */
export const addDays = (day: string, count: number): string =>
  written((dayNumber(day) + count) * dayMs)

export const monthOf = (day: string): string => day.slice(0, 7)

/** So many months later; before, where there are less than none. */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return written(Date.UTC(year, number - 1 + count)).slice(0, 7)
}

export const firstDayOf = (month: string): string => `${month}-01`
export const lastDayOf = (month: string): string => addDays(firstDayOf(addMonths(month, 1)), -1)

/** The same day so many months later, or before; the last one of a month that hasn't got that day. */
export function sameDayIn(day: string, months: number): string {
  const last = lastDayOf(addMonths(monthOf(day), months))
  const same = `${monthOf(last)}${day.slice(7)}`
  return same < last ? same : last
}

export const monthBefore = (day: string): string => sameDayIn(day, -1)

/** The Monday of its week. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** So many days from Monday to Friday later. */
export function addWorkdays(day: string, count: number): string {
  let [at, left] = [day, count]
  while (left > 0) {
    at = addDays(at, 1)
    if (isWorkday(dayNumber(at))) left -= 1
  }
  return at
}

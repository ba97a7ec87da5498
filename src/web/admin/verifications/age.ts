/** The day so many years after a moment, as a field for dates takes it. */
export function dayInYears(at: string, years: number): string {
  const day = new Date(at)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}

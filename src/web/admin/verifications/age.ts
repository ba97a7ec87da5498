/** How old somebody born on a day is at a moment; both as UTC counts days. Whoever was born on 29 February is a year older on 1 March. */
export function ageInYears(birthDate: string, at: string): number {
  const years = Number(at.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return at.slice(5, 10) >= birthDate.slice(5) ? years : years - 1
}

/** The day so many years after a moment, as a field for dates takes it. */
export function dayInYears(at: string, years: number): string {
  const day = new Date(at)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}

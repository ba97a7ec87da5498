/** A limit of the policy in words: `10 minutes`, `24 hours`, `30 days`. */
const units = [
  { ms: 86_400_000, one: 'day' },
  { ms: 3_600_000, one: 'hour' },
  { ms: 60_000, one: 'minute' },
] as const

/** Whole units only, the largest of which there is more than one. Throws RangeError for what isn’t whole minutes. */
export function durationInWords(ms: number): string {
  const unit =
    units.find((one) => ms % one.ms === 0 && ms > one.ms) ?? units.find((one) => ms === one.ms)
  if (!unit) throw new RangeError(`${ms} ms is not in whole minutes`)
  const count = ms / unit.ms
  return `${count} ${unit.one}${count === 1 ? '' : 's'}`
}

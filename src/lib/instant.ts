/** A moment: whole milliseconds since 1970 in UTC. Where it comes from is the platform's clock. */
export type Instant = number

export const dayMs = 86_400_000

/** The moment that was written last: commands of a batch share theirs. */
let last = { at: 0, iso: '1970-01-01T00:00:00.000Z' }

export function isoFromInstant(at: Instant): string {
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() }
  return last.iso
}

/** A moment: whole milliseconds since 1970 in UTC. Where it comes from is the platform's clock. */
export type Instant = number

export const dayMs = 86_400_000

export function isoFromInstant(at: Instant): string {
  return new Date(at).toISOString()
}

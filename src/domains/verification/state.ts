/** How far a person is verified, from what they sent in and what was decided. Pure. */
import type { VerificationState } from '../../contract/verification.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import type { Case } from './table.ts'

export type Verification = {
  state: VerificationState
  isFinal: boolean
  /** Until when what was verified holds; null: nothing holds. */
  verifiedUntil: Instant | null
}

/** What holds is renewed at its end, not asked for anew in the middle. */
const renewedWithinMs = 60 * dayMs

export const lastOf = <T extends Case>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>(
    (last, one) => (last === undefined || one.submittedAt >= last.submittedAt ? one : last),
    undefined,
  )

/** The last day that a verification holds, of those that do. */
const validUntil = (all: readonly Case[], at: Instant): Instant | null =>
  all
    .filter(({ status, verifiedUntil }) => status === 'verified' && (verifiedUntil ?? 0) > at)
    .reduce<Instant | null>((until, one) => Math.max(until ?? 0, one.verifiedUntil!), null)

/** For good before anything else; what was verified holds until its date, whatever was sent in since. */
export function verificationOf(all: readonly Case[], at: Instant): Verification {
  if (all.some(({ status, isFinal }) => status === 'refused' && isFinal))
    return { state: 'refused', isFinal: true, verifiedUntil: null }
  const verifiedUntil = validUntil(all, at)
  if (verifiedUntil !== null) return { state: 'verified', isFinal: false, verifiedUntil }
  const last = lastOf(all)
  const state = last === undefined || last.status === 'verified' ? 'none' : last.status
  return { state, isFinal: false, verifiedUntil: null }
}

export const openCase = (all: readonly Case[]): Case | undefined =>
  all.find(({ status }) => status === 'submitted')

/** Whether something can be sent in: nothing waits, nothing is refused for good, and what holds ends soon. */
export function maySubmit(all: readonly Case[], at: Instant): boolean {
  const { isFinal, verifiedUntil } = verificationOf(all, at)
  return (
    !isFinal &&
    openCase(all) === undefined &&
    (verifiedUntil === null || verifiedUntil - at < renewedWithinMs)
  )
}

/** The day that somebody has to be born on or before to be old enough. Whoever was born on 29 February is a year older on 1 March. */
export function bornBy(at: Instant, age: number): string {
  const day = new Date(at)
  const [year, rest] = [day.getUTCFullYear() - age, day.toISOString().slice(4, 10)]
  return `${String(year).padStart(4, '0')}${rest}`
}

/** In years, as `bornBy` counts. */
export function ageAt(birthDate: string, at: Instant): number {
  const years = new Date(at).getUTCFullYear() - Number(birthDate.slice(0, 4))
  return birthDate <= bornBy(at, years) ? years : years - 1
}

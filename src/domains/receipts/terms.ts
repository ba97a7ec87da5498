/** What is asked before an entry at the bank is booked: whether new business is paused, and what may come in for a person. */
import type { LimitsByState, SetLimits } from '../verification/limits.ts'

/** The limits as text: the journal keeps them with the decision. */
export type Terms = { isPaused: boolean; limits: string | null }

export const noTerms: Terms = { isPaused: false, limits: null }

export const termsOf = (isPaused: boolean, limits: LimitsByState | null): Terms => ({
  isPaused,
  limits:
    limits &&
    JSON.stringify(limits, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
})

/** Amounts are cents. */
export const limitsIn = ({ limits }: Terms): SetLimits =>
  limits === null
    ? null
    : (JSON.parse(limits, (_, value) =>
        typeof value === 'string' ? BigInt(value) : value,
      ) as LimitsByState)

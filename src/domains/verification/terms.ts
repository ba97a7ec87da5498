/** What the operator's pack says of verifying people, as the rules take it. */
import type { FirmFacts } from '../house-desk.ts'
import type { Kept } from '../kept-records/effects.ts'
import type { LimitsByState } from './limits.ts'
import type { Served } from './rules.ts'

export const limitsOf = ({ verification }: FirmFacts): LimitsByState | null =>
  verification?.limits ?? null

/** Where the pack says nothing: people anywhere who can agree to something. */
export const servedBy = ({ verification }: FirmFacts): Served => ({
  minimumAge: verification?.minimumAge ?? 18,
  countries: verification?.countries ?? null,
  notServed: verification?.notServed ?? [],
})

/** How long what was sent in outlives an account, by which law; null where it is erased with it. */
export function keptBy({ verification }: FirmFacts): Kept | null {
  const { years = 0, law = null } = verification?.kept ?? {}
  return years > 0 && law !== null ? { years, law } : null
}

/** How old a proof of address may be. */
export const proofOfAddressMonths = ({ verification }: FirmFacts): number =>
  verification?.proofOfAddressMonths ?? 3

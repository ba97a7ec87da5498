import { ownProofDays } from '../../../contract/proof.ts'
import { dayMs } from '../../../lib/instant.ts'

/** Of all, those of which an own proof can be had. The newest first; days may be missing. */
export function stillMade<T extends { day: string }>(proofs: readonly T[]): T[] {
  const newest = proofs[0]
  if (newest === undefined) return []
  const age = ({ day }: T) => Date.parse(newest.day) - Date.parse(day)
  return proofs.filter((proof) => age(proof) < ownProofDays * dayMs)
}

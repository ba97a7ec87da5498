import { dayMs } from '../../../lib/instant.ts'

/** For so many days before the newest an own proof is made; whoever wants an older one has kept the file. */
const daysMade = 35

/** Of all, those of which an own proof can be had. The newest first; days may be missing. */
export function stillMade<T extends { day: string }>(proofs: readonly T[]): T[] {
  const newest = proofs[0]
  if (newest === undefined) return []
  const age = ({ day }: T) => Date.parse(newest.day) - Date.parse(day)
  return proofs.filter((proof) => age(proof) < daysMade * dayMs)
}

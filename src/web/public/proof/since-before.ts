/** What is to be said of a proof beside the one before it. */
import type { PublishedProof } from '../../../contract/proof.ts'
import { dayMs } from '../../../lib/instant.ts'

/** `missing`: of how many days between the two there is none. `newKey`: signatures count by another key from this one on. */
export type SinceBefore = { missing: number; newKey: boolean }

type Dated = Pick<PublishedProof, 'day' | 'key'>

/** For each, the newest first. The oldest that is there has nothing to be compared with. */
export const sinceBefore = (proofs: readonly Dated[]): SinceBefore[] =>
  proofs.map(({ day, key }, n) => {
    const before = proofs[n + 1]
    if (!before) return { missing: 0, newKey: false }
    const days = (Date.parse(day) - Date.parse(before.day)) / dayMs
    return { missing: days - 1, newKey: key !== before.key }
  })

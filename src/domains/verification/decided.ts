/** What was decided about who somebody is, as others ask for it: for those who decide on their money. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'

/** SQL: this owner was refused for good. */
export const refusedForGood = (owner: string) =>
  `exists (select from verifications refused where refused.owner_id = ${owner} and refused.is_final)`

/** SQL: something was decided about this owner after a moment of business time. */
export const decidedAfter = (owner: string, at: string) =>
  `exists (select from verifications decided where decided.owner_id = ${owner} and decided.decided_at > ${at})`

/** SQL of the name by which this owner was verified last, null for who never was: it isn't theirs to choose. */
export const verifiedName = (owner: string) =>
  `(select kept.legal_name from verifications kept where kept.owner_id = ${owner} and kept.status = 'verified' order by kept.decided_at desc, kept.id desc limit 1)`

/** The latest decision about this owner after a moment, or null. */
export async function readDecidedAfter(
  db: Database,
  { owner, createdAt }: { owner: OwnerId; createdAt: Instant },
): Promise<'verified' | 'refused' | null> {
  const { rows } = await db.query<{ status: 'verified' | 'refused' }>({
    name: 'verifications.decided-after',
    text: `select status from verifications where owner_id = $1 and decided_at > $2 order by decided_at desc, id desc limit 1`,
    values: [owner, isoFromInstant(createdAt)],
  })
  return rows[0]?.status ?? null
}

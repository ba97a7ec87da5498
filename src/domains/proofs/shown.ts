/** What is shown to everybody of the last days. */
import type { PublishedProof } from '../../contract/proof.ts'
import type { Database } from '../../platform/database.ts'
import { present } from './present.ts'
import { readPublished } from './queries.ts'
import { readLastReserves } from './reserve-queries.ts'

/** The newest first. */
export async function readShown(db: Database, limit: number): Promise<PublishedProof[]> {
  const proofs = await readPublished(db, limit)
  const reserves = await readLastReserves(
    db,
    proofs.map(({ day }) => day),
  )
  return proofs.map((proof) => present(proof, reserves.get(proof.day) ?? null))
}

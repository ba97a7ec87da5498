import { getOwnProof, getProofs, latestProofs } from '../../contract/proof.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { route, succeeded } from '../../platform/route.ts'
import { createReadOwnProof } from './own.ts'
import { readAccountId } from './queries.ts'
import { readShown } from './shown.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, older, policy }) => {
  const readOwnProof = createReadOwnProof()
  return [
    route(getProofs, async () => {
      const { value } = await older.read((db) => readShown(db, latestProofs))
      return succeeded({ proofs: value, sample: policy.playMoney })
    }),
    route(getOwnProof, async ({ principal, query }) => {
      const account = await readAccountId(pool, principal.owner)
      const proof = await inSnapshot(pool, (db) => readOwnProof(db, account, query.day ?? null))
      return succeeded({ proof: proof.text, kept: proof.kept })
    }),
  ]
}

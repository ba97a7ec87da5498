import { getOwnProof, getProofs, mostProofs, type PublishedProof } from '../../contract/proof.ts'
import { claims, total } from '../../lib/liabilities/format.ts'
import { readManifest } from '../../lib/liabilities/proof.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readOwnProof } from './own.ts'
import { readAccountId, readPublished, type Published } from './queries.ts'

function present({ hash, manifest, signature }: Published): PublishedProof {
  const { day, at, auditRoot, leaves, owed } = readManifest(manifest)
  const cents = Object.fromEntries(claims.map((claim) => [claim, BigInt(owed[claim])])) as Record<
    (typeof claims)[number],
    bigint
  >
  const dollars = Object.fromEntries(
    claims.map((claim) => [claim, dollarsFromCents(cents[claim])]),
  ) as PublishedProof['owed']
  return {
    day,
    at,
    hash,
    auditRoot,
    leaves,
    owed: dollars,
    total: dollarsFromCents(total(cents)),
    signed: signature !== null,
  }
}

export const proofRoutes = ({ pool, older, policy }: House) => [
  route(getProofs, async () => {
    const { value } = await older.read((db) => readPublished(db, mostProofs))
    return succeeded({ proofs: value.map(present), sample: policy.playMoney })
  }),
  route(getOwnProof, async ({ principal, query }) => {
    const account = await readAccountId(pool, principal.owner)
    const proof = await inSnapshot(pool, (db) => readOwnProof(db, account, query.day ?? null))
    return succeeded({ proof: proof?.text ?? null })
  }),
]

/** One person's proof: their leaves, and what stands beside the way from each up to the root. */
import type { PoolClient } from 'pg'
import { readAmounts, partsEach, readSum, type Sum } from '../../lib/liabilities/format.ts'
import {
  proofText,
  readManifest,
  snapshotContent,
  writtenAmounts,
  type PartOfProof,
  type PathStep,
} from '../../lib/liabilities/proof.ts'
import { climb } from '../../lib/liabilities/tree.ts'
import { leavesOfPage, pageLevel, placedBytes, sha256 } from './build.ts'
import { leafSalt, placeBytes } from './leaf-salts.ts'
import { readPage, readProof, type KeptProof } from './queries.ts'

const stepOf = ({ amounts, hash }: Sum): PathStep => ({
  amounts: writtenAmounts(amounts),
  hash: Buffer.from(hash).toString('hex'),
})

/** Where a place is in a page; -1 where it isn't. */
function positionOf(leaves: Buffer, place: Buffer): number {
  for (let n = 0; n < leavesOfPage; n += 1)
    if (leaves.compare(place, 0, placeBytes, n * placedBytes, n * placedBytes + placeBytes) === 0)
      return n
  return -1
}

async function partOf(
  db: PoolClient,
  { day, salt, tops }: KeptProof,
  snapshot: Uint8Array,
  account: string,
  part: number,
): Promise<PartOfProof | null> {
  const { place, nonce } = leafSalt(salt, account, part)
  const page = await readPage(db, day, place)
  const position = page ? positionOf(page.leaves, place) : -1
  if (!page || position < 0) return null
  const { leaves, number } = page
  const sums = Array.from({ length: leavesOfPage }, (_, n) =>
    readSum(leaves, n * placedBytes + placeBytes),
  )
  const inPage = climb({ hash: sha256, snapshot, sums, level: 0 }, position)
  const above = climb({ hash: sha256, snapshot, sums: tops, level: pageLevel }, number)
  return {
    part,
    index: number * leavesOfPage + position,
    amounts: writtenAmounts(readAmounts(leaves, position * placedBytes + placeBytes)),
    nonce: nonce.toString('hex'),
    path: [...inPage.path, ...above.path].map(stepOf),
  }
}

export type OwnProof = { day: string; text: string }

/** As a file to keep. Null where there is no proof of the day, or the account wasn't there yet. */
export async function readOwnProof(
  db: PoolClient,
  account: string,
  day: string | null,
): Promise<OwnProof | null> {
  const proof = await readProof(db, day)
  if (proof === null) return null
  const { manifest, signature } = proof
  const snapshot = sha256(snapshotContent(readManifest(manifest)))
  const parts: PartOfProof[] = []
  for (let part = 1; part <= partsEach; part += 1) {
    const made = await partOf(db, proof, snapshot, account, part)
    if (made === null) return null
    parts.push(made)
  }
  return {
    day: proof.day,
    text: proofText({ format: 'glasshouse-proof-1', account, manifest, signature, parts }),
  }
}

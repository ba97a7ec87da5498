/** One person's proof: their leaves, and what stands beside the way from each up to the root. */
import type { PoolClient } from 'pg'
import { claims, readAmounts, partsEach, type Sum } from '../../lib/liabilities/format.ts'
import {
  proofText,
  readManifest,
  snapshotContent,
  writtenAmounts,
  type PartOfProof,
  type PathStep,
} from '../../lib/liabilities/proof.ts'
import { keepingLast } from '../../lib/keeping-last.ts'
import { levelsOf, pathIn } from '../../lib/liabilities/tree.ts'
import { leavesOfPage, pageLevel, placedBytes, sha256, sumsOfPage } from './build.ts'
import { leafSalt, placeBytes } from './leaf-salts.ts'
import { readPage, readProof, sumsOf, type KeptProof } from './queries.ts'

const stepOf = ({ amounts, hash }: Sum): PathStep => ({
  amounts: claims.map((claim) => String(amounts[claim])),
  hash: Buffer.from(hash).toString('hex'),
})

/** Where a place is in a page; -1 where it isn't. */
function positionOf(leaves: Buffer, place: Buffer): number {
  for (let n = 0; n < leavesOfPage; n += 1)
    if (leaves.compare(place, 0, placeBytes, n * placedBytes, n * placedBytes + placeBytes) === 0)
      return n
  return -1
}

/** Of a day's tree what everybody's proof takes, made once: the nodes above its pages. */
type Day = { snapshot: Uint8Array; above: (readonly Sum[])[] }

/** Home asks for the last day; a page for any other, now and then. */
const keptDays = 4

function makeDay({ manifest, tops }: KeptProof): Day {
  const snapshot = sha256(snapshotContent(readManifest(manifest)))
  return {
    snapshot,
    above: levelsOf({ hash: sha256, snapshot, sums: sumsOf(tops), level: pageLevel }),
  }
}

async function partOf(
  db: PoolClient,
  { day, salt }: KeptProof,
  { snapshot, above }: Day,
  account: string,
  part: number,
): Promise<PartOfProof | null> {
  const { place, nonce } = leafSalt(salt, account, part)
  const page = await readPage(db, day, place)
  const position = page ? positionOf(page.leaves, place) : -1
  if (!page || position < 0) return null
  const { leaves, number } = page
  const inPage = levelsOf({ hash: sha256, snapshot, sums: sumsOfPage(leaves), level: 0 })
  return {
    part,
    index: number * leavesOfPage + position,
    amounts: writtenAmounts(readAmounts(leaves, position * placedBytes + placeBytes)),
    nonce: nonce.toString('hex'),
    path: [...pathIn(inPage, position), ...pathIn(above, number)].map(stepOf),
  }
}

export type OwnProof = {
  /** Whether there is a proof of the day whose leaves are still there. */
  kept: boolean
  /** As a file to keep; null where it isn't, or the account isn't in it. */
  text: string | null
}

/** Of the day, or of the last one. */
export type ReadOwnProof = (
  db: PoolClient,
  account: string,
  day: string | null,
) => Promise<OwnProof>

export function createReadOwnProof(): ReadOwnProof {
  // By what was published of them: that never changes.
  const dayOf = keepingLast(keptDays, {
    keyOf: ({ manifest }: KeptProof) => manifest,
    make: makeDay,
  })
  return async (db, account, asked) => {
    const proof = await readProof(db, asked)
    if (!proof?.kept) return { kept: false, text: null }
    const { manifest, signature } = proof
    const made = dayOf(proof)
    const parts: PartOfProof[] = []
    for (let part = 1; part <= partsEach; part += 1) {
      const own = await partOf(db, proof, made, account, part)
      if (own === null) return { kept: true, text: null }
      parts.push(own)
    }
    return {
      kept: true,
      text: proofText({ format: 'glasshouse-proof-1', account, manifest, signature, parts }),
    }
  }
}

/** Makes every proof again as far as its leaves are kept, follows the chain of manifests and their roots, and checks proofs of coins. */
import type { Pool, PoolClient } from 'pg'
import { ownProofDays } from '../../contract/proof.ts'
import { areEqual, owedIn, type Sum } from '../../lib/liabilities/format.ts'
import {
  ProofFault,
  readManifest,
  snapshotContent,
  type Manifest,
} from '../../lib/liabilities/proof.ts'
import { topOf } from '../../lib/liabilities/tree.ts'
import { dayMs } from '../../lib/instant.ts'
import { isSignedBy, readPublicKey } from '../../lib/minisign.ts'
import { readWhole } from '../../platform/snapshot.ts'
import { leavesOfPage, pageLevel, placedBytes, sha256, sumsOfPage } from './build.ts'
import { readAllProofs, readPageNumbered, sumsOf, type ToAudit } from './queries.ts'
import { auditReserves } from './reserve-audit.ts'

export type ProofAudit = {
  /** In words, each with the day that it is of. */
  faults: string[]
  proofs: number
  /** How many of them were made again from their leaves. */
  made: number
  /** How many proofs of coins. */
  reserves: number
  last: { day: string; hash: string } | null
}

/** What is wrong with what a manifest says, in words; null where it fits the row, the one before it and the root of its day. */
function faultOfManifest(manifest: Manifest, row: ToAudit, before: string | null): string | null {
  if (manifest.day !== row.day) return 'its manifest is of another day'
  if (manifest.previous !== before || row.previous !== before)
    return 'it does not name the manifest before it'
  if (manifest.auditRoot !== row.root) return 'it names another root than that day’s'
  const key = manifest.key === null ? null : readPublicKey(manifest.key)
  return row.signature === null || (key && isSignedBy(key, row.manifest, row.signature))
    ? null
    : 'its signature is not its key’s'
}

/** The nodes above the pages, as the leaves make them. */
async function topsOf(db: PoolClient, day: string, pages: number, snapshot: Uint8Array) {
  const tops: Sum[] = []
  for (let number = 0; number < pages; number += 1) {
    const leaves = await readPageNumbered(db, day, number)
    if (leaves?.length !== leavesOfPage * placedBytes) return null
    tops.push(topOf({ hash: sha256, snapshot, sums: sumsOfPage(leaves), level: 0 }))
  }
  return tops
}

const bytesOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

async function faultOfTree(db: PoolClient, manifest: Manifest, row: ToAudit) {
  const snapshot = sha256(snapshotContent(manifest))
  const tops = await topsOf(db, row.day, manifest.leaves / leavesOfPage, snapshot)
  if (tops === null) return 'some of its leaves are gone'
  const kept = sumsOf(row.tops)
  const isSame = (one: Sum, other: Sum | undefined) =>
    other !== undefined &&
    areEqual(one.amounts, other.amounts) &&
    bytesOf(one.hash) === bytesOf(other.hash)
  const changed = tops.findIndex((top, n) => !isSame(top, kept[n]))
  if (changed >= 0)
    return `its leaves ${changed * leavesOfPage} to ${(changed + 1) * leavesOfPage - 1} were changed`
  const top = topOf({ hash: sha256, snapshot, sums: tops, level: pageLevel })
  return bytesOf(top.hash) === manifest.root && areEqual(top.amounts, owedIn(manifest))
    ? null
    : 'its leaves are not what its manifest was made over'
}

/** What has to be there: of the last weeks every leaf. */
type Place = { before: string | null; mustHaveLeaves: boolean }

async function faultOf(db: PoolClient, row: ToAudit, { before, mustHaveLeaves }: Place) {
  try {
    const manifest = readManifest(row.manifest)
    return (
      faultOfManifest(manifest, row, before) ??
      (row.pages > 0 || mustHaveLeaves ? await faultOfTree(db, manifest, row) : null)
    )
  } catch (error) {
    if (error instanceof ProofFault) return error.message
    throw error
  }
}

export const auditProofs = (pool: Pool): Promise<ProofAudit> =>
  readWhole(pool, async (db) => {
    const rows = await readAllProofs(db)
    const faults: string[] = []
    const last = rows.at(-1)
    const oldest = last ? Date.parse(last.day) - ownProofDays * dayMs : 0
    let before: string | null = null
    for (const row of rows) {
      const mustHaveLeaves = Date.parse(row.day) >= oldest
      const fault = await faultOf(db, row, { before, mustHaveLeaves })
      if (fault !== null) faults.push(`the proof of ${row.day}: ${fault}`)
      before = row.hash
    }
    const coins = await auditReserves(db)
    return {
      faults: [...faults, ...coins.faults],
      reserves: coins.reserves,
      proofs: rows.length,
      made: rows.filter(({ pages }) => pages > 0).length,
      last: last ? { day: last.day, hash: last.hash } : null,
    }
  })

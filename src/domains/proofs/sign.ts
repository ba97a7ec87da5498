/** The firm's signature comes afterwards: its key is kept where no server reaches it. */
import type { Pool } from 'pg'
import { readManifest } from '../../lib/liabilities/proof.ts'
import { isSignedBy, readPublicKey } from '../../lib/minisign.ts'
import { CannotStart } from '../../platform/cannot-start.ts'
import { keepSignature, readPublishedOf } from './queries.ts'

/** Throws `CannotStart` with what is to be done where it isn't the manifest's key's over that day's manifest, or there is one. */
export async function signProof(pool: Pool, day: string, signature: string): Promise<void> {
  const proof = await readPublishedOf(pool, day)
  if (!proof)
    throw new CannotStart(`There is no proof of ${day}: /proofs/all.jsonl has those there are.`)
  const { key } = readManifest(proof.manifest)
  if (key === null)
    throw new CannotStart(
      `The manifest of ${day} names no key: give proofKey in firm.yaml, and sign one that is made afterwards.`,
    )
  if (!isSignedBy(readPublicKey(key)!, proof.manifest, signature))
    throw new CannotStart(
      `This is no signature of ${key} over the manifest of ${day}. Sign /proofs/${day}.json as it is downloaded, with minisign -S.`,
    )
  if (!(await keepSignature(pool, day, signature)))
    throw new CannotStart(`The manifest of ${day} is signed already.`)
}

/** Takes back what signers made of a batch: only signatures, and only where it is what was built. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { combine, readSigned, type Combined } from '../../lib/payout-signatures.ts'
import { PayoutFault } from '../../lib/payout-batch.ts'
import { keepFile, readFile } from './files.ts'
import { readBatch } from './queries.ts'
import type { SignPayoutBatch } from './rules.ts'
import type { PayoutBatch } from './table.ts'

/** What was built of a batch, and the same with the signatures so far. */
export async function readFiles(
  pool: Pool,
  { id, digest, signedDigest }: PayoutBatch,
): Promise<{ built: string; signed: string | null }> {
  const built = await readFile(pool, id, digest)
  const signed = signedDigest === null ? null : await readFile(pool, id, signedDigest)
  if (built === null || (signed === null) !== (signedDigest === null))
    throw new ProblemError({
      code: 'not_as_recorded',
      message:
        'The file of this batch is not what was kept of it. Nothing was changed, and no money may leave by it until that is explained.',
    })
  return { built, signed }
}

export async function mustHaveBatch(pool: Pool, id: string) {
  const batch = await readBatch(pool, id)
  if (!batch) throw new ProblemError('unknown_batch')
  return batch
}

/** Of a batch that isn't at its end: its files are gone then. */
export async function mustHaveFiles(pool: Pool, id: string) {
  const batch = await mustHaveBatch(pool, id)
  if (batch.status !== 'built' && batch.status !== 'sent') throw new ProblemError('batch_ended')
  return { batch, files: await readFiles(pool, batch) }
}

export async function prepareSignatures(
  pool: Pool,
  id: string,
  uploaded: Uint8Array,
): Promise<SignPayoutBatch> {
  const { batch, files } = await mustHaveFiles(pool, id)
  let combined: Combined
  try {
    combined = combine(files.built, files.signed, readSigned(files.built, uploaded))
  } catch (error) {
    if (!(error instanceof PayoutFault)) throw error
    throw new ProblemError({ code: 'signature_wrong', message: error.message })
  }
  return {
    batch: id,
    before: batch.signedDigest,
    digest: await keepFile(pool, id, combined.kept),
    isWhole: combined.transaction !== null,
  }
}

/** In hex, of a batch of which no signature is missing; all of them are verified once more. */
export async function readTransactionOf(pool: Pool, batch: PayoutBatch): Promise<string> {
  const { built, signed } = await readFiles(pool, batch)
  const { transaction, txid } = combine(built, signed, [])
  if (transaction === null || txid !== batch.txid) throw new ProblemError('batch_not_signed')
  return transaction
}

/** Takes back what signers made of a batch: only signatures, and only where it is what was built. */
import type { Pool } from 'pg'
import type { Journal } from '../../desk/read-back.ts'
import { ProblemError } from '../../contract/problems.ts'
import { combine, outputsOf, readSigned, type Combined } from '../../lib/payout-signatures.ts'
import { PayoutFault, scriptOfAddress } from '../../lib/payout-batch.ts'
import type { House } from '../house-desk.ts'
import { readAddressees } from '../withdrawals/to-coins.ts'
import { mustBeAsRecorded, readCarried, readCompared } from '../payout-rails/pages/compare.ts'
import { keepFile, readFile } from './files.ts'
import { batchCarrier } from '../payouts/batches/table.ts'
import { reading } from './queries.ts'
import type { SignPayoutBatch } from './rules.ts'
import type { BatchPayment, PayoutBatch } from '../payouts/batches/table.ts'

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
  const batch = await reading.one(pool, id)
  if (!batch) throw new ProblemError('unknown_batch')
  return batch
}

const notTheBatch = (what: string) =>
  new ProblemError({
    code: 'not_as_recorded',
    message: `The file of this batch ${what}. Nothing was handed out, and no money may leave by it until that is explained.`,
  })

type Files = Awaited<ReturnType<typeof readFiles>>

/** The rule that takes files back: every signature verifies, and signs the transaction that was built. */
function combinedOf({ txid }: PayoutBatch, { built, signed }: Files): Combined {
  try {
    const combined = combine(built, signed, [])
    if (combined.txid === txid) return combined
  } catch (error) {
    if (!(error instanceof PayoutFault)) throw error
    throw Object.assign(notTheBatch('is not the transaction that was built'), { cause: error })
  }
  throw notTheBatch('is another transaction')
}

/** It pays what was recorded of each request, and nobody else. */
async function checkOutputs(house: House, lines: readonly BatchPayment[], { built }: Files) {
  const addressees = await readAddressees(
    house,
    lines.map(({ withdrawal }) => withdrawal),
  )
  const outputs = outputsOf(built)
  for (const { withdrawal, output, quantity } of lines) {
    const address = addressees.get(withdrawal)?.address ?? null
    const script = address && scriptOfAddress(address, house.bitcoin!.network)
    if (script !== outputs[output]?.script || quantity !== outputs[output].amount)
      throw notTheBatch('does not pay what was recorded of its requests')
  }
}

/** Of a batch that isn't at its end: its files are gone then. What its last command left decides, not what stands in its row. */
export async function mustHaveFiles(house: House, id: string, requestId: string) {
  const carried = await readCarried(house, batchCarrier, id, requestId)
  if (!carried) throw new ProblemError('unknown_batch')
  const { row: batch, lines } = mustBeAsRecorded(carried, 'batch')
  if (batch.status !== 'built' && batch.status !== 'sent') throw new ProblemError('batch_ended')
  const files = await readFiles(house.pool, batch)
  combinedOf(batch, files)
  await checkOutputs(house, lines, files)
  return { batch, files }
}

export async function prepareSignatures(
  house: House,
  id: string,
  uploaded: Uint8Array,
  requestId: string,
): Promise<SignPayoutBatch> {
  const { batch, files } = await mustHaveFiles(house, id, requestId)
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
    digest: await keepFile(house.pool, id, combined.kept),
    isWhole: combined.transaction !== null,
  }
}

/** In hex, of a batch that was sent and of which no signature is missing; all of them are verified once more. */
export async function readTransactionOf(journal: Journal, id: string): Promise<string> {
  const carried = await readCompared(journal, batchCarrier, id)
  const { row: batch } = mustBeAsRecorded(carried!, 'batch')
  if (batch.status !== 'sent') throw new ProblemError('batch_ended')
  const { transaction } = combinedOf(batch, await readFiles(journal.pool, batch))
  if (transaction === null) throw new ProblemError('batch_not_signed')
  return transaction
}

import type { Watched } from '../coin-payouts/overtaken.tsx'
import type { OpenBatch } from './words.ts'

const stateOf = ({ batch: { status, isSigned, replacedBy }, signatures }: OpenBatch) =>
  [status, isSigned, replacedBy, signatures.length].join(' ')

function deedOf({ batch: { status, sentBy, replacedBy }, signatures, cancelledBy }: OpenBatch) {
  if (status === 'sent') return `${sentBy?.fullName ?? 'Somebody'} sent this batch.`
  if (cancelledBy) return `${cancelledBy.fullName} cancelled this batch.`
  if (replacedBy !== null) return 'Another batch was built instead of this one.'
  const last = signatures.at(-1)
  return last ? `${last.by.fullName} uploaded signatures of this batch.` : 'This batch has changed.'
}

/** Shows that somebody else changed a batch while one was asked about it. */
export const watchedOf = (open: OpenBatch): Watched => ({
  what: 'batch',
  state: stateOf(open),
  deed: deedOf(open),
})

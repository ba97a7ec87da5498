import { useState } from 'react'
import type { Instead } from '../../ui/dialog.tsx'
import type { OpenBatch } from './words.ts'

const stateOf = ({ batch: { status, isSigned, replacedBy }, signatures }: OpenBatch) =>
  [status, isSigned, replacedBy, signatures.length].join(' ')

function deedOf({ batch: { status, sentBy, replacedBy }, signatures, droppedBy }: OpenBatch) {
  if (status === 'sent') return `${sentBy?.fullName ?? 'Somebody'} sent this batch.`
  if (droppedBy) return `${droppedBy.fullName} gave this batch up.`
  if (replacedBy !== null) return 'Another batch was built instead of this one.'
  const last = signatures.at(-1)
  return last ? `${last.by.fullName} uploaded signatures of this batch.` : 'This batch has changed.'
}

/** In place of a question about a batch: what somebody else did to it since the question was asked. `isSent`: it is one's own doing. */
export function useInstead(open: OpenBatch, isSent: boolean, onGoOn: () => void): Instead | null {
  const [first] = useState(stateOf(open))
  if (isSent || stateOf(open) === first) return null
  return {
    title: 'This batch has changed',
    says: (
      <>
        <p role="status">
          <strong>{deedOf(open)}</strong>
        </p>
        <p>Nothing that you entered here was sent.</p>
      </>
    ),
    onGoOn,
  }
}

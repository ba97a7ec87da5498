/** What happened to a batch and what is to come, as staff read it. */
import type { Step } from '../../ui/timeline.tsx'
import { by, done, fromNow, toCome } from '../coin-payouts/steps.ts'
import type { OpenBatch } from './words.ts'

function signed({ batch, signatures }: OpenBatch): Step[] {
  return signatures.map(({ at, by: who }, place) => {
    const isLast = batch.isSigned && place === signatures.length - 1
    return isLast
      ? done('Signed', at, `Uploaded by ${who.fullName}: no signature is missing.`)
      : done(`Signed in part (${place + 1})`, at, `Uploaded by ${who.fullName}.`)
  })
}

/** How it ended, where it did. */
function ended({ batch, cancelledBy }: OpenBatch): Step[] {
  const { status, endedAt, replacedBy } = batch
  if (endedAt === null) return []
  switch (status) {
    case 'paid':
    case 'settled':
      return [done('Paid', endedAt, 'Booked by the system, as deep as it has to be.')]
    case 'cancelled':
    case 'void': {
      const why = cancelledBy
        ? by(cancelledBy)
        : replacedBy === null
          ? 'Another transaction spends one of its coins.'
          : 'Another batch was built instead of it.'
      const cancelledStep = done('Cancelled', endedAt, why)
      const text =
        'Another transaction that spends one of its coins is final: this batch pays nothing.'
      return status === 'cancelled'
        ? [cancelledStep]
        : [
            ...(cancelledBy ? [cancelledStep] : []),
            { state: 'done', title: 'Can never be mined', text },
          ]
    }
    default:
      return []
  }
}

function future({ batch }: OpenBatch): Step[] {
  const { status, isSigned, place, confirmations, needed } = batch
  const inBlocks = needed === 1 ? 'one block' : `${needed} blocks`
  const signing = toCome('Signed', 'On the signer, then uploaded here.')
  const sending = toCome(
    'Sent',
    'By an administrator; above the limit, not by the one who built it.',
  )
  const paying = toCome('Paid', `Once it is ${inBlocks} deep; recipients are emailed.`)
  const settling = toCome('Network fee booked', 'Charged to capital once everything is paid.')
  const steps: Record<typeof status, Step[]> = {
    built: isSigned ? [sending, paying, settling] : [signing, sending, paying, settling],
    sent: [
      {
        ...paying,
        text:
          place === 'confirming'
            ? `${confirmations} of ${inBlocks} are there.`
            : `Waiting to be mined. It counts as paid once it is ${inBlocks} deep.`,
      },
      settling,
    ],
    paid: [{ ...settling, text: 'Charged to capital; it waits while capital is short.' }],
    settled: [],
    cancelled: [],
    void: [],
  }
  return fromNow(steps[status])
}

export function batchSteps(open: OpenBatch): Step[] {
  const { batch } = open
  const { builtAt, builtBy, sentAt, sentBy } = batch
  return [
    done('Built', builtAt, by(builtBy)),
    ...signed(open),
    ...(sentAt === null || sentBy === null ? [] : [done('Sent', sentAt, by(sentBy))]),
    ...ended(open),
    ...(batch.status === 'settled'
      ? [{ state: 'done' as const, title: 'Network fee booked', text: 'From capital.' }]
      : []),
    ...future(open),
  ]
}

/** What happened to a list and what is to come, as staff read it. */
import type { Step } from '../../ui/timeline.tsx'
import { by, done, fromNow, toCome } from '../coin-payouts/steps.ts'
import { timeOf, type OpenList } from './words.ts'

/** When a released one was cancelled isn't sent. */
function cancelledStep({ list: { status, endedAt }, cancelledBy }: OpenList): Step[] {
  const text = cancelledBy ? by(cancelledBy) : ''
  if (status === 'cancelled' && endedAt !== null) return [done('Cancelled', endedAt, text)]
  return cancelledBy ? [{ state: 'done', title: 'Cancelled', text }] : []
}

function ended({ list: { status, endedAt } }: OpenList): Step[] {
  if (endedAt === null) return []
  if (status === 'paid')
    return [done('Paid', endedAt, 'Booked by the system, line by line, as the chain has it.')]
  return status === 'void'
    ? [done('Free again', endedAt, 'Earlier signatures no longer count.')]
    : []
}

function future({ list: { status, payments, paid, freeIn } }: OpenList): Step[] {
  const sending = toCome('Signed and sent', 'On the signer, line by line.')
  const paying = toCome(
    'Paid',
    paid > 0
      ? `${paid} of ${payments} so far: each once the chain keeps it.`
      : 'Each line once it is solidified; recipients are emailed.',
  )
  switch (status) {
    case 'built':
      return [
        toCome('Released', 'By an administrator; above the limit, not by the one who made it.'),
        sending,
        paying,
      ]
    case 'released':
      return [sending, paying]
    case 'recalled':
      return [
        toCome(
          'Free again',
          freeIn ? `In about ${timeOf(freeIn)}, unless it is paid before.` : 'At the next look.',
        ),
      ]
    default:
      return []
  }
}

export function listSteps(open: OpenList): Step[] {
  const { builtAt, builtBy, releasedAt, releasedBy } = open.list
  return [
    done('Made', builtAt, by(builtBy)),
    ...(releasedAt === null || releasedBy === null
      ? []
      : [done('Released', releasedAt, by(releasedBy))]),
    ...cancelledStep(open),
    ...ended(open),
    ...fromNow(future(open)),
  ]
}

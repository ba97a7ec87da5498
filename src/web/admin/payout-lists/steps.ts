/** What happened to a list and what is to come, as staff read it. */
import type { Step } from '../../ui/timeline.tsx'
import { by, done, fromNow, toCome } from '../coin-payouts/steps.ts'
import { timeOf, type OpenList } from './words.ts'

/** When a released one was given up isn't sent. */
function givenUp({ list: { status, endedAt }, droppedBy }: OpenList): Step[] {
  const text = droppedBy ? by(droppedBy) : ''
  if (status === 'dropped' && endedAt !== null) return [done('Given up', endedAt, text)]
  return droppedBy ? [{ state: 'done', title: 'Given up', text }] : []
}

function ended({ list: { status, endedAt } }: OpenList): Step[] {
  if (endedAt === null) return []
  if (status === 'paid')
    return [done('Paid', endedAt, 'Booked by the system, line by line, as the chain has it.')]
  return status === 'void'
    ? [done('Free again', endedAt, 'Nothing that was signed for it before counts any more.')]
    : []
}

function future({ list: { status, payments, paid, freeIn } }: OpenList): Step[] {
  const sending = toCome('Signed and sent', 'Elsewhere, line by line, by who has the keys.')
  const paying = toCome(
    'Paid',
    paid > 0
      ? `${paid} of ${payments} so far: each once the chain keeps it.`
      : 'Each line once the chain keeps it; the people are told by mail.',
  )
  switch (status) {
    case 'built':
      return [
        toCome('Released', 'By an administrator; above the limit not by who made it.'),
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
    ...givenUp(open),
    ...ended(open),
    ...fromNow(future(open)),
  ]
}

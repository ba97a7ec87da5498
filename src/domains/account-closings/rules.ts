/**
 * People close their own account: they ask, and a day later the house closes it by `CloseUser`. Until then they can keep
 * it. What can't close when the day is over lapses, and its owner is told why.
 */
import { defineCommand, refuse, refuseUnlessOpen, said } from '../../desk/command.ts'
import { subjectOf } from '../../desk/recall.ts'
import type { Journaled } from '../../desk/command.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant } from '../../lib/instant.ts'
import { day } from '../../platform/mail/letter.ts'
import { refusalOfErasing } from '../checks/stops.ts'
import { checksOf } from '../checks/table.ts'
import { asideOf } from './left.ts'
import { mail } from './mails.ts'
import { hindranceOf, refusalOf } from './may-close.ts'
import { accountClosings, closingOf, waitingIn } from './table.ts'

/** So long somebody can change their mind, by business time. */
const waitMs = dayMs

type OfOwner = { owner: OwnerId }

const onClosing = {
  recall: (kept: Journaled) => ({ command: { owner: subjectOf(kept) } }),
  journal: () => ({}),
  subject: (c: OfOwner) => c.owner,
  needs: ({ owner }: OfOwner) => ({
    owners: [owner],
    read: [closingOf(owner), checksOf(owner), ...asideOf(owner)],
  }),
}

/** By the person, of an account in which nothing is left. */
export const requestClosing = defineCommand<OfOwner>({
  ...onClosing,
  decide(world, { owner: id }, { at }) {
    const owner = world.owners.get(id)
    const closed = refuseUnlessOpen(owner)
    if (closed) return closed
    if (owner!.fixed) return refuse('fixed_account')
    if (waitingIn(world, id)) return refuse('closing_waits')
    const hindrance = hindranceOf(world, owner!)
    if (hindrance) return refusalOf(hindrance)
    const closesFrom = at + waitMs
    return {
      postings: [],
      activity: [{ owner: id, kind: 'account-closing-requested' }],
      put: [accountClosings.row({ owner: id, status: 'waiting', askedAt: at, closesFrom })],
      effects: [
        mail({
          owner: id,
          template: 'account-closing',
          values: { closesFrom: isoFromInstant(closesFrom) },
        }),
      ],
    }
  },
  reply(world, { owner }) {
    const when = day(isoFromInstant(waitingIn(world, owner)!.closesFrom))
    return said(
      200,
      refusalOfErasing(world, owner) === null
        ? `Your account closes on ${when}. Until then you can keep it.`
        : `Your account closes on ${when}, or when a check that the law requires has ended, if that is later. Until then you can keep it.`,
    )
  },
})

/** By the person, of a frozen account too: nothing leaves by it. */
export const stopClosing = defineCommand<OfOwner>({
  ...onClosing,
  decide(world, { owner }) {
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    const waiting = waitingIn(world, owner)
    if (!waiting) return refuse('no_closing_waits')
    return {
      postings: [],
      activity: [{ owner, kind: 'account-closing-stopped' }],
      put: [accountClosings.row({ ...waiting, status: 'stopped' })],
      effects: [mail({ owner, template: 'account-closing-ended', values: { why: 'stopped' } })],
    }
  },
  reply: () => said(200, 'You keep your account. Nothing was erased.'),
})

/** By the system, when the day is over and the account can't close. */
export const lapseClosing = defineCommand<OfOwner>({
  ...onClosing,
  decide(world, { owner: id }, { actor }) {
    if (actor !== null) return refuse('forbidden')
    const owner = world.owners.get(id)
    const closed = refuseUnlessOpen(owner)
    if (closed) return closed
    const waiting = waitingIn(world, id)
    const hindrance = hindranceOf(world, owner!)
    if (!waiting || !hindrance) return refuse('no_closing_waits')
    return {
      postings: [],
      activity: [{ owner: id, kind: 'account-closing-lapsed' }],
      put: [accountClosings.row({ ...waiting, status: 'lapsed' })],
      effects: [mail({ owner: id, template: 'account-closing-ended', values: hindrance })],
    }
  },
  reply: () => said(200, 'The account stays open'),
})

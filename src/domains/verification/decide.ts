/** Staff decide on what a person sent in. To refuse somebody for good takes two of them. */
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse, said, type Journaled, type Needs } from '../../desk/command.ts'
import { textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { doOrPropose, isProposed, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { proposedOf } from '../proposals/table.ts'
import { mail } from './mails.ts'
import {
  finalRefusal,
  forStaff,
  holdsFinalRefusal,
  readsOfCase,
  refuseUnlessOpened,
  type FinalFacts,
  type OnCase,
} from './proposals.ts'
import { cases, casesIn, endOfDay, ownerOfCase, type Case } from './table.ts'

const longestYears = 10

const onCase = {
  lookup: ({ verification }: OnCase) => ownerOfCase(verification),
  subject: (_: unknown, found: OwnerId | null) => found,
  journal: ({ verification, mustBeOpened }: OnCase): Record<string, unknown> => ({
    verification,
    ...(mustBeOpened ? { mustBeOpened } : {}),
  }),
  needs: (c: OnCase, found: OwnerId | null): Needs =>
    found === null
      ? { owners: [] }
      : {
          owners: [found],
          read: [...readsOfCase(c, found), proposedOf(holdsFinalRefusal(found))],
        },
}

function recallCase(kept: Journaled, world: World) {
  const verification = textOf(kept, 'verification')
  const onIt: OnCase = { verification, mustBeOpened: kept.input.mustBeOpened === true }
  return { onIt, found: world.get(cases, verification)?.owner ?? null }
}

const finalOpen =
  'A final refusal of this person is proposed: decide on that first. Nothing was changed.'

export type VerifyPerson = OnCase & { until: string }

function refusalOfUntil(until: string, at: Instant): Refusal | null {
  const end = endOfDay(until)
  const latest = new Date(at)
  latest.setUTCFullYear(latest.getUTCFullYear() + longestYears)
  return end > at + dayMs && end <= latest.getTime() + dayMs ? null : refuse('wrong_day')
}

export const verifyPerson = defineStaffCommand<VerifyPerson, OwnerId>({
  may: 'decide-cases',
  ...onCase,
  recall(kept, world) {
    const { onIt, found } = recallCase(kept, world)
    return { command: { ...onIt, until: textOf(kept, 'until') }, found }
  },
  journal: ({ until, ...onIt }) => ({ ...onCase.journal(onIt), until }),
  decide(world, c, context) {
    const found = forStaff(world, c.verification, context)
    if ('code' in found) return found
    if (found.status !== 'submitted') return refuse('already_decided')
    if (isProposed(world, holdsFinalRefusal(found.owner), context))
      return refuse('change_open', finalOpen)
    const { at, actor } = context
    const refusal = refusalOfUntil(c.until, at) ?? refuseUnlessOpened(world, c, context)
    if (refusal) return refusal
    const { owner } = found
    return {
      postings: [],
      activity: [{ owner, kind: 'verification-approved' }],
      put: [
        cases.row({
          ...found,
          status: 'verified',
          decidedAt: at,
          decidedBy: actor,
          verifiedUntil: endOfDay(c.until),
        }),
      ],
      effects: [mail({ owner, template: 'verification-approved', values: { until: c.until } })],
    }
  },
  reply: () => said(200, 'Verified. The person was told by email.'),
})

type WithReason = OnCase & { reason: string }

function recallReason(kept: Journaled, world: World) {
  const { onIt, found } = recallCase(kept, world)
  return { command: { ...onIt, reason: wordsOf(kept, 'reason') }, found }
}

/** Of somebody who was verified by what is refused now: all that they were verified by. */
function takenBack(world: World, { id, owner, status }: Case, at: Instant): Case[] {
  if (status !== 'verified') return []
  return casesIn(world, owner).filter(
    (one) => one.id !== id && one.status === 'verified' && (one.verifiedUntil ?? 0) > at,
  )
}

/** They can try again. Of what was verified, it takes everything back that holds. */
export const refuseVerification = defineStaffCommand<WithReason, OwnerId>({
  may: 'decide-cases',
  ...onCase,
  recall: recallReason,
  decide(world, c, context) {
    const found = forStaff(world, c.verification, context)
    if ('code' in found) return found
    if (found.status === 'refused') return refuse('already_decided')
    if (isProposed(world, holdsFinalRefusal(found.owner), context))
      return refuse('change_open', finalOpen)
    const { owner } = found
    const { at, actor } = context
    const refused = {
      status: 'refused',
      reason: c.reason,
      decidedAt: at,
      decidedBy: actor,
    } as const
    return {
      postings: [],
      activity: [{ owner, kind: 'verification-refused' }],
      put: [found, ...takenBack(world, found, at)].map((one) => cases.row({ ...one, ...refused })),
      texts: { reason: c.reason },
      effects: [mail({ owner, template: 'verification-refused', values: { reason: c.reason } })],
    }
  },
  reply: () => said(200, 'Refused. The person was told why, and can try again.'),
})

const whyTwo = 'Two refuse somebody for good.'

/** The person reads the reason once somebody else has agreed. */
export const proposeFinalRefusal = defineStaffCommand<WithReason, OwnerId>({
  may: 'decide-cases',
  ...onCase,
  recall: recallReason,
  needs: (c, found) =>
    found === null ? { owners: [] } : needsOf(finalRefusal, factsOf(c, found), null),
  decide(world, c, context) {
    const { found } = context
    if (found === null) return refuse('unknown_verification')
    const given = { facts: factsOf(c, found), words: { reason: c.reason }, answer: null, whyTwo }
    return doOrPropose(world, { kind: finalRefusal, ...given }, context)
  },
  reply: (world, _, context) => replyOfProposed(world, finalRefusal, context, whyTwo)!,
})

const factsOf = ({ verification, mustBeOpened = false }: OnCase, user: OwnerId): FinalFacts => ({
  user,
  verification,
  mustBeOpened,
})

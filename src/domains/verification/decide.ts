/** Staff decide on what a person sent in. To refuse somebody for good takes two of them. */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type Context,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { defineDecisionOfTwo, isAdministrator, needsOfTwo } from '../approvals/two.ts'
import { openingsOf, unopenedIn } from '../documents/opened.ts'
import { staffOn } from '../people/rules.ts'
import { mail } from './mails.ts'
import { verificationOf } from './state.ts'
import { cases, casesIn, casesOf, endOfDay, ownerOfCase, type Case } from './table.ts'

/** `mustBeOpened`: whoever decides has opened each document. Absent in what was recorded before there was this rule. */
type OnCase = { verification: string; mustBeOpened?: boolean | undefined }

const longestYears = 10

const onCase = {
  lookup: ({ verification }: OnCase) => ownerOfCase(verification),
  subject: (_: unknown, found: OwnerId | null) => found,
  journal: ({ verification, mustBeOpened }: OnCase): Record<string, unknown> => ({
    verification,
    ...(mustBeOpened ? { mustBeOpened } : {}),
  }),
  needs: ({ verification, mustBeOpened }: OnCase, found: OwnerId | null): Needs =>
    found === null
      ? { owners: [] }
      : {
          owners: [found],
          read: [
            cases.byId(verification),
            casesOf(found),
            ...(mustBeOpened ? [openingsOf(found)] : []),
          ],
        },
}

function recallCase(kept: Journaled, world: World) {
  const verification = textOf(kept, 'verification')
  const onIt: OnCase = { verification, mustBeOpened: kept.input.mustBeOpened === true }
  return { onIt, found: world.get(cases, verification)?.owner ?? null }
}

function refuseUnlessOpened(
  world: World,
  { owner, documents }: Case,
  { mustBeOpened }: OnCase,
  { actor }: Context,
): Refusal | null {
  const unopened = mustBeOpened
    ? unopenedIn(world, { owner, documents: documents.split(' ') }, actor)
    : []
  return unopened.length === 0 ? null : refuse('documents_unopened')
}

/** What staff decide on, by one whom it isn't about; or why they may not. */
function forStaff(world: World, id: string, context: Context): Case | Refusal {
  const found = world.get(cases, id)
  if (!found) return refuse('unknown_verification')
  const owner = staffOn(world, found.owner, context)
  if (!('totals' in owner)) return owner as Refusal
  return verificationOf(casesIn(world, found.owner), context.at).isFinal
    ? refuse('already_decided', 'This person was refused for good. Nothing was changed.')
    : found
}

const finalProposedIn = (world: World, owner: OwnerId): Case | undefined =>
  casesIn(world, owner).find(({ finalProposedBy }) => finalProposedBy !== null)

const noProposal = { finalProposedAt: null, finalProposedBy: null, finalReason: null }

export type VerifyPerson = OnCase & { until: string }

function refusalOfUntil(until: string, at: Instant): Refusal | null {
  const end = endOfDay(until)
  const latest = new Date(at)
  latest.setUTCFullYear(latest.getUTCFullYear() + longestYears)
  return end > at + dayMs && end <= latest.getTime() + dayMs ? null : refuse('wrong_day')
}

export const verifyPerson = defineStaffCommand<VerifyPerson, OwnerId>({
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
    if (finalProposedIn(world, found.owner)) return refuse('change_open', finalOpen)
    const { at, actor } = context
    const refusal = refusalOfUntil(c.until, at) ?? refuseUnlessOpened(world, found, c, context)
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
  reply: () => said(200, 'Verified. The person was told by e-mail.'),
})

const finalOpen =
  'A final refusal of this person is proposed: decide on that first. Nothing was changed.'

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
  ...onCase,
  recall: recallReason,
  decide(world, c, context) {
    const found = forStaff(world, c.verification, context)
    if ('code' in found) return found
    if (found.status === 'refused') return refuse('already_decided')
    if (finalProposedIn(world, found.owner)) return refuse('change_open', finalOpen)
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

const byTwo = {
  ...onCase,
  needs: (c: OnCase, found: OwnerId | null): Needs => needsOfTwo(onCase.needs(c, found)),
}

export const proposeFinalRefusal = defineStaffCommand<WithReason, OwnerId>({
  ...byTwo,
  recall: recallReason,
  decide(world, c, context) {
    const found = forStaff(world, c.verification, context)
    if ('code' in found) return found
    const { actor, at } = context
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    const { owner } = found
    if (finalProposedIn(world, owner)) return refuse('change_open', finalOpen)
    const refusal = refuseUnlessOpened(world, found, c, context)
    if (refusal) return refusal
    return {
      postings: [],
      activity: [{ owner, kind: 'final-refusal-proposed' }],
      put: [
        cases.row({
          ...found,
          finalProposedAt: at,
          finalProposedBy: actor,
          finalReason: c.reason,
        }),
      ],
      texts: { reason: c.reason },
    }
  },
  reply: () =>
    said(202, 'A second, different administrator must approve this. Nothing has changed yet.'),
})

/** What is proposed, for one who decides on it. */
function proposedFor(
  world: World,
  id: string,
  context: Context,
): (Case & { finalProposedBy: OwnerId }) | Refusal {
  const found = forStaff(world, id, context)
  if ('code' in found) return found
  const { finalProposedBy } = found
  if (finalProposedBy === null)
    return refuse('already_decided', 'No final refusal is proposed. Nothing was changed.')
  return isAdministrator(world, context.actor) ? { ...found, finalProposedBy } : refuse('forbidden')
}

export const approveFinalRefusal = defineDecisionOfTwo<OnCase, OwnerId>({
  ...byTwo,
  recall(kept, world) {
    const { onIt, found } = recallCase(kept, world)
    return { command: onIt, found }
  },
  decide(world, c, context, two) {
    const found = proposedFor(world, c.verification, context)
    if ('code' in found) return found
    const { actor, at } = context
    const { owner, finalProposedBy, finalReason: reason } = found
    const notTwo = two.refusal({ first: finalProposedBy, about: [owner] })
    if (notTwo) return notTwo
    const refusal = refuseUnlessOpened(world, found, c, context)
    if (refusal) return refusal
    return {
      postings: [],
      activity: [{ owner, kind: 'finally-refused' }],
      put: [
        cases.row({
          ...found,
          ...noProposal,
          status: 'refused',
          isFinal: true,
          finalReason: reason,
          decidedAt: at,
          decidedBy: actor,
        }),
      ],
      facts: { proposedBy: finalProposedBy },
      ...(reason === null ? {} : { texts: { reason } }),
      effects: [
        mail({ owner, template: 'finally-refused', values: reason === null ? {} : { reason } }),
      ],
    }
  },
  reply: () => said(200, 'Refused for good. The person was told why.'),
})

/** By another administrator, or taken back by who proposed it. */
export const dropFinalRefusal = defineStaffCommand<WithReason, OwnerId>({
  ...byTwo,
  recall: recallReason,
  decide(world, c, context) {
    const found = proposedFor(world, c.verification, context)
    if ('code' in found) return found
    const { owner, finalProposedBy } = found
    return {
      postings: [],
      activity: [{ owner, kind: 'final-refusal-dropped' }],
      put: [cases.row({ ...found, ...noProposal })],
      facts: { proposedBy: finalProposedBy },
      texts: { reason: c.reason },
    }
  },
  reply: () => said(200, 'The proposed final refusal was rejected. Nothing has changed.'),
})

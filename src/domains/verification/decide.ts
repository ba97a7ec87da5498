/** Staff decide on what a person sent in. To refuse somebody for good takes two of them. */
import { documentKinds } from '../../contract/document.ts'
import type { Refusal } from '../../contract/problems.ts'
import { checksFor, type DocumentCheck } from '../../contract/verification.ts'
import { defineStaffCommand, refuse, said, type Journaled, type Needs } from '../../desk/command.ts'
import { reading } from '../../desk/read.ts'
import { fitted, textIfAny, textOf, wordsOf, type Fitted } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { documentNumbers, documents, isAtAnother, keptOf, recordedOf } from '../documents/table.ts'
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
import { liftersOf, refusalOfLifter } from './verifier.ts'
import { cases, casesIn, checksIn, endOfDay, keptChecks, ownerOfCase, type Case } from './table.ts'

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

/**
 * What staff took from the identity document. `content` and `digest`: where it is sealed, and by what it is compared.
 * `sameNumber`: whether somebody else has it, and whoever decides has looked at both.
 */
export type NumberTaken = {
  content: string
  digest: string
  expiresOn: string | null | Fitted
  sameNumber: 'nobody' | 'unseen' | 'seen'
}

/** `checks` and `number` are absent in what was recorded before they were asked for. */
export type VerifyPerson = OnCase & {
  until: string
  checks?: readonly DocumentCheck[] | undefined
  number?: NumberTaken | undefined
}

/** Nobody is verified for longer than the document holds that they were verified by. */
const lastDay = ({ until, number }: VerifyPerson): string =>
  number && typeof number.expiresOn === 'string' && number.expiresOn < until
    ? number.expiresOn
    : until

/** What has to be confirmed about the documents of a case, and isn't. */
function refusalOfChecks(
  world: World,
  { documents: ids }: Case,
  checks: readonly DocumentCheck[] | undefined,
): Refusal | null {
  if (checks === undefined) return null
  const kinds = new Set(ids.split(' ').map((id) => world.get(documents, id)?.kind))
  const asked = documentKinds.filter((kind) => kinds.has(kind)).flatMap(checksFor)
  return asked.every((one) => checks.includes(one)) ? null : refuse('checks_missing')
}

function refusalOfNumber(
  world: World,
  number: NumberTaken | undefined,
  owner: OwnerId,
  at: Instant,
): Refusal | null {
  if (number === undefined) return null
  const { expiresOn, sameNumber } = number
  if (typeof expiresOn === 'string' && endOfDay(expiresOn) <= at) return refuse('document_expired')
  if (sameNumber === 'seen') return null
  // Somebody else may have recorded it since it was looked for.
  return sameNumber === 'unseen' || isAtAnother(world, number.digest, owner)
    ? refuse('document_known')
    : null
}

const checksOf = (kept: Journaled) => {
  const checks = textIfAny(kept, 'checks')
  return checks === undefined ? undefined : checksIn(checks)
}

function numberIn(kept: Journaled): NumberTaken | undefined {
  const content = textIfAny(kept, 'content')
  if (content === undefined) return undefined
  return {
    content,
    digest: wordsOf(kept, 'number'),
    expiresOn: fitted,
    sameNumber: kept.input.sameNumberSeen === true ? 'seen' : 'nobody',
  }
}

function refusalOfUntil(until: string, at: Instant): Refusal | null {
  const end = endOfDay(until)
  const latest = new Date(at)
  latest.setUTCFullYear(latest.getUTCFullYear() + longestYears)
  return end > at + dayMs && end <= latest.getTime() + dayMs ? null : refuse('wrong_day')
}

const journalOfChecks = ({ checks }: { checks?: readonly DocumentCheck[] | undefined }) => {
  const kept = keptChecks(checks)
  return kept === null ? {} : { checks: kept }
}

function numberRow({ id, owner }: Case, number: NumberTaken | undefined, at: Instant) {
  if (number === undefined) return []
  const { content, digest } = number
  return [documentNumbers.row({ id, owner, content, digest, recordedAt: at })]
}

export const verifyPerson = defineStaffCommand<VerifyPerson, OwnerId>({
  may: 'decide-cases',
  ...onCase,
  recall(kept, world) {
    const { onIt, found } = recallCase(kept, world)
    const given = { until: textOf(kept, 'until'), checks: checksOf(kept), number: numberIn(kept) }
    return { command: { ...onIt, ...given }, found }
  },
  journal: (c) => ({
    ...onCase.journal(c),
    until: lastDay(c),
    ...journalOfChecks(c),
    ...(c.number ? { content: c.number.content } : {}),
    ...(c.number?.sameNumber === 'seen' ? { sameNumberSeen: true } : {}),
  }),
  needs: (c, found) => {
    const { owners, read = [] } = onCase.needs(c, found)
    if (found === null) return { owners, read }
    const { number } = c
    return {
      owners: number ? [...owners, firm] : owners,
      read: [
        ...read,
        reading(keptOf, found),
        liftersOf.of(found),
        ...(number ? [recordedOf(number.digest)] : []),
      ],
    }
  },
  decide(world, c, context) {
    const found = forStaff(world, c.verification, context)
    if ('code' in found) return found
    if (found.status !== 'submitted') return refuse('already_decided')
    if (isProposed(world, holdsFinalRefusal(found.owner), context))
      return refuse('change_open', finalOpen)
    const { at, actor } = context
    const until = lastDay(c)
    const refusal =
      refusalOfLifter(world, found.owner, context) ??
      refuseUnlessOpened(world, c, context) ??
      refusalOfChecks(world, found, c.checks) ??
      refusalOfNumber(world, c.number, found.owner, at) ??
      refusalOfUntil(until, at)
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
          verifiedUntil: endOfDay(until),
          verifiedBy: actor,
          checks: keptChecks(c.checks),
        }),
        ...numberRow(found, c.number, at),
      ],
      ...(c.number ? { texts: { number: c.number.digest } } : {}),
      effects: [mail({ owner, template: 'verification-approved', values: { until } })],
    }
  },
  reply: () => said(200, 'Verified. The person was told by email.'),
})

type WithReason = OnCase & { reason: string; checks?: readonly DocumentCheck[] | undefined }

function recallReason(kept: Journaled, world: World) {
  const { onIt, found } = recallCase(kept, world)
  return { command: { ...onIt, reason: wordsOf(kept, 'reason'), checks: checksOf(kept) }, found }
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
  journal: (c) => ({ ...onCase.journal(c), ...journalOfChecks(c) }),
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
      put: [
        // Taken back, it keeps what it was verified by.
        cases.row({ ...found, ...refused, checks: found.checks ?? keptChecks(c.checks) }),
        ...takenBack(world, found, at).map((one) => cases.row({ ...one, ...refused })),
      ],
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

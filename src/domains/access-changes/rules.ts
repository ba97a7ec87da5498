/**
 * Changes that staff make to how a user signs in. One administrator proposes, another approves, and only then a wait
 * begins, during which the user can stop it. A new email also has to be confirmed by its holder.
 */
import { noRoles, type Capability } from '../../contract/roles.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessActive,
  said,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import {
  changeOf,
  erasedWords,
  isListedAs,
  subjectOf as ownerOf,
  textIfAny,
  textOf,
  wordsOf,
} from '../../desk/recall.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { defineDecisionOfTwo, needsOfTwo, stillTwo } from '../approvals/two.ts'
import { accountOn } from '../people/rules.ts'
import { endFactorsOf, endLinksOf, endSessionsOf, takeFactorOf } from '../sign-in/effects.ts'
import { mail as tellOfSignIn } from '../sign-in/mails.ts'
import { comparing, refuseUnlessAsRecorded } from './follow.ts'
import { mail } from './mails.ts'
import {
  accessChanges,
  endEmailChanges,
  isOwn,
  openChangesIn,
  openChangesOf,
  subjectOf,
  type AccessChange,
  type Subject,
} from './table.ts'

/** Both in milliseconds of wall time: from the second approval to the effect, and for how long an address that was replaced is still told. */
export type AccessWait = { waitMs: number; earlierForMs: number }

/** What an activity list says of it. */
function textsOf({ what, email, passkeyName }: AccessChange, owner: Owner, reason: string | null) {
  const change =
    what === 'email'
      ? { field: 'newEmail', from: owner.email, to: email }
      : {
          field: 'secondFactor',
          from: what === 'app' ? 'Authenticator app' : `Passkey “${passkeyName}”`,
          to: null,
        }
  return { changes: [change], ...(reason ? { reason } : {}) }
}

/**
 * To every known address, with the link that stops it. Who has one that waits to become the account's may be a stranger: they
 * hear of what waits, without its words, and of nothing else. Where something waits, business time is the time on the wall.
 */
function waitingMails(
  { id, owner, what, email, reason }: AccessChange,
  { waitMs, earlierForMs }: AccessWait,
  at: Instant,
  addresses: readonly string[],
): Effect[] {
  const values = { what, link: id, effectiveFrom: isoFromInstant(at + waitMs) }
  return [
    mail({
      owner,
      template: 'access-change',
      values: { ...values, ...(email ? { email } : {}), ...(reason ? { reason } : {}) },
      everywhere: earlierForMs,
    }),
    ...addresses.map((to) => mail({ owner, template: 'access-change-elsewhere', values, to })),
  ]
}

/** Another email that two administrators have approved: it waits for its time and for its owner. */
export function beginEmailChange(
  owner: Owner,
  {
    email,
    reason,
    proposedAt,
    proposedBy,
  }: Pick<AccessChange, 'email' | 'reason' | 'proposedAt' | 'proposedBy'>,
  wait: AccessWait,
  { id, at, actor }: Context,
): { change: AccessChange; mails: Effect[] } {
  const change: AccessChange = {
    id,
    owner: owner.id,
    what: 'email',
    status: 'waiting',
    email,
    app: null,
    passkey: null,
    passkeyName: null,
    hostile: false,
    confirmed: false,
    agreed: true,
    waitMs: wait.waitMs,
    reason,
    refusalReason: null,
    proposedAt,
    proposedBy,
    approvedAt: at,
    approvedBy: actor,
    decidedAt: null,
    decidedBy: null,
  }
  const confirm = mail({
    owner: owner.id,
    template: 'confirm-email',
    values: { link: id, effectiveFrom: isoFromInstant(at + wait.waitMs) },
    to: email!,
  })
  return { change, mails: [...waitingMails(change, wait, at, [email!]), confirm] }
}

export type ProposeFactorRemoval = {
  user: OwnerId
  /** As it was found with this user before; null where they have none like that. */
  factor: { what: 'app'; id: string } | { what: 'passkey'; id: string; name: string } | null
  hostile: boolean
  reason: string
}

export const proposeFactorRemoval = defineStaffCommand<ProposeFactorRemoval>({
  may: 'change-sign-ins',
  recall(kept) {
    const what = textOf(kept, 'what') as 'app' | 'passkey'
    const id = wordsOf(kept, 'factor')
    const factor = what === 'app' ? { what, id } : { what, id, name: wordsOf(kept, 'factorName') }
    return {
      command: {
        user: ownerOf(kept),
        factor,
        hostile: kept.input.hostile === true,
        reason: wordsOf(kept, 'reason'),
      },
    }
  },
  journal: (c) => (c.factor ? { what: c.factor.what, hostile: c.hostile } : {}),
  subject: (c) => c.user,
  needs: (c) => ({ owners: [c.user], read: [openChangesOf(c.user)] }),
  decide(world, c, context) {
    const owner = accountOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    if (owner.fixed) return refuse('fixed_account')
    if (c.factor === null) return refuse('unknown_factor')
    const { factor } = c
    const [app, passkey] = factor.what === 'app' ? [factor.id, null] : [null, factor.id]
    if (
      openChangesIn(world, c.user).some(
        (other) => other.what === factor.what && other.app === app && other.passkey === passkey,
      )
    )
      return refuse('change_open')
    if (context.actor === null) return refuse('same_approver')
    const change: AccessChange = {
      id: context.id,
      owner: c.user,
      what: factor.what,
      status: 'proposed',
      email: null,
      app,
      passkey,
      passkeyName: factor.what === 'passkey' ? factor.name : null,
      hostile: c.hostile,
      confirmed: false,
      agreed: true,
      waitMs: 0,
      reason: c.reason,
      refusalReason: null,
      proposedAt: context.at,
      proposedBy: context.actor,
      approvedAt: null,
      approvedBy: null,
      decidedAt: null,
      decidedBy: null,
    }
    return {
      postings: [],
      activity: [{ owner: c.user, kind: 'access-change-proposed' }],
      put: [accessChanges.row(change)],
      texts: {
        ...textsOf(change, owner, c.reason),
        factor: factor.id,
        ...(factor.what === 'passkey' ? { factorName: factor.name } : {}),
      },
    }
  },
  reply: () =>
    said(202, 'A second, different person must approve this. Nothing has been changed yet.'),
})

/** The change that a command is about, and whom it is about. */
function recallChange(kept: Journaled, world: World) {
  const change = textOf(kept, 'change')
  return { change, found: world.get(accessChanges, change) ?? null }
}

/** Whether the factor was still there when it was to be taken away. */
const wasThere = (kept: Journaled) => !isListedAs(kept, 'access-change-stopped')

const onChange = {
  lookup: (c: { change: string }) => subjectOf(c.change),
  subject: (_: unknown, found: Subject | null) => found?.owner ?? null,
  needs: ({ change }: { change: string }, found: Subject | null): Needs =>
    found
      ? {
          owners: [found.owner],
          read: comparing(change),
          ...(found.email ? { email: found.email } : {}),
        }
      : { owners: [] },
  journal: (c: { change: string }) => ({ change: c.change }),
}

/** The open change as staff find it who are to decide. */
function openForStaff(
  world: World,
  id: string,
  context: Context,
): Refusal | { change: AccessChange; owner: Owner } {
  const change = world.get(accessChanges, id)
  if (!change) return refuse('unknown_change')
  const owner = accountOn(world, change.owner, context)
  if (!('totals' in owner)) return owner as Refusal
  return change.status === 'proposed' || change.status === 'waiting'
    ? { change, owner }
    : ended(change)
}

const ended = ({ status }: AccessChange) =>
  refuse('already_decided', `This change is no longer open: ${status}. Nothing was changed.`)

/** The factor goes, with all sessions and links; the hold on new destinations begins with it. */
function takeFactor(
  change: AccessChange,
  owner: Owner,
  earlierForMs: number,
  { at, actor }: Context,
): Changes {
  const kind = change.what === 'app' ? 'app-removed-by-staff' : 'passkey-removed-by-staff'
  return {
    postings: [],
    activity: [{ owner: owner.id, kind }],
    put: [accessChanges.row({ ...change, status: 'done', decidedAt: at, decidedBy: actor })],
    facts: { proposedBy: change.proposedBy },
    texts: textsOf(change, owner, change.reason),
    effects: [
      takeFactorOf({ owner: owner.id, app: change.app, passkey: change.passkey }),
      endSessionsOf({ owner: owner.id, why: 'factor-changed' }),
      endLinksOf(owner.id),
      tellOfSignIn({
        owner: owner.id,
        template: 'security-change',
        values: { change: kind },
        everywhere: earlierForMs,
      }),
    ],
  }
}

/** The factor has gone otherwise: nothing is taken away, no session ends, and nobody is told that something was taken. */
function endWithFactor(change: AccessChange, owner: Owner, { at, actor }: Context): Changes {
  return {
    postings: [],
    activity: [{ owner: owner.id, kind: 'access-change-stopped' }],
    put: [accessChanges.row({ ...change, status: 'stopped', decidedAt: at, decidedBy: actor })],
    facts: { proposedBy: change.proposedBy },
    texts: textsOf(change, owner, 'It is not there any more'),
  }
}

/** `factorThere`: whether the very factor is still there, as it was found just before. What goes after that ends the change itself, and so is seen by its status. */
export type ApproveAccessChange = { change: string; factorThere: boolean } & AccessWait

const approvedReplies = {
  done: 'The second factor was removed, and all sessions have ended',
  stopped: 'This second factor no longer exists. The change has ended, and nothing was removed.',
  waiting:
    'Approved. It takes effect when the wait is over, unless it is stopped; every known address is told.',
}

/** What both took: another email comes with a correction of somebody's details. Of who works here by now it is who gives roles. */
function mayHaveBegun({ roles }: Owner, { what }: AccessChange): [Capability, Capability] {
  if (roles !== noRoles) return ['give-roles', 'give-roles']
  return what === 'email'
    ? ['edit-people', 'agree-to-money']
    : ['change-sign-ins', 'change-sign-ins']
}

function isOfTwo(world: World, owner: Owner, change: AccessChange): boolean {
  const [first, second] = mayHaveBegun(owner, change)
  return stillTwo(
    world,
    { by: change.proposedBy, may: first },
    { by: change.approvedBy, may: second },
  )
}

/** The second of two. Where there is no wait, it is done at once. */
export const approveAccessChange = defineDecisionOfTwo<ApproveAccessChange, Subject>({
  may: 'change-sign-ins',
  ...onChange,
  recall(kept, world) {
    const { change, found } = recallChange(kept, world)
    const waitMs = Number(textIfAny(kept, 'waitMs') ?? 0)
    return { command: { change, factorThere: wasThere(kept), waitMs, earlierForMs: 0 }, found }
  },
  needs(c, found) {
    const { read = [], ...needs } = onChange.needs(c, found)
    return { ...needs, read: found ? [...read, openChangesOf(found.owner)] : read }
  },
  decide(world, c, context, two) {
    const found = openForStaff(world, c.change, context)
    if ('code' in found) return found
    const { owner, change } = found
    if (change.status === 'waiting')
      return refuse('already_decided', 'This change is already approved, and is waiting.')
    const refusal =
      refuseUnlessAsRecorded(world, change) ??
      two.refusal({
        first: change.proposedBy,
        firstMay: mayHaveBegun(owner, change)[0],
        about: [owner.id],
      })
    if (refusal) return refusal
    if (!c.factorThere) return endWithFactor(change, owner, context)
    const approved: AccessChange = {
      ...change,
      status: 'waiting',
      waitMs: c.waitMs,
      approvedAt: context.at,
      approvedBy: context.actor,
    }
    if (c.waitMs === 0) return takeFactor(approved, owner, c.earlierForMs, context)
    const addresses = openChangesIn(world, owner.id).flatMap(({ status, email }) =>
      status === 'waiting' && email !== null ? [email] : [],
    )
    return {
      postings: [],
      activity: [{ owner: owner.id, kind: 'access-change-approved' }],
      put: [accessChanges.row(approved)],
      facts: { proposedBy: change.proposedBy, waitMs: String(c.waitMs) },
      texts: textsOf(change, owner, change.reason),
      effects: waitingMails(approved, c, context.at, addresses),
    }
  },
  reply: (world, c) =>
    said(
      200,
      approvedReplies[world.get(accessChanges, c.change)!.status as keyof typeof approvedReplies],
    ),
})

export type RefuseAccessChange = { change: string; reason: string }

/** What is only proposed is rejected, or withdrawn by who proposed it; what waits is stopped. */
export const refuseAccessChange = defineStaffCommand<RefuseAccessChange, Subject>({
  may: 'change-sign-ins',
  ...onChange,
  recall(kept, world) {
    const { change, found } = recallChange(kept, world)
    return { command: { change, reason: wordsOf(kept, 'reason') }, found }
  },
  decide(world, c, context) {
    const found = openForStaff(world, c.change, context)
    if ('code' in found) return found
    const { owner, change } = found
    const status =
      change.status === 'waiting'
        ? 'stopped'
        : context.actor === change.proposedBy
          ? 'withdrawn'
          : 'rejected'
    return {
      postings: [],
      activity: [
        {
          owner: owner.id,
          kind: change.status === 'waiting' ? 'access-change-stopped' : 'access-change-refused',
        },
      ],
      put: [
        accessChanges.row({
          ...change,
          status,
          refusalReason: c.reason,
          decidedAt: context.at,
          decidedBy: context.actor,
        }),
      ],
      facts: { proposedBy: change.proposedBy },
      texts: textsOf(change, owner, c.reason),
      ...(change.status === 'waiting' ? { effects: [endedMail(change, status)] } : {}),
    }
  },
  reply: (world, c) =>
    said(200, `Change ${world.get(accessChanges, c.change)!.status}. Nothing was changed.`),
})

const endedMail = ({ owner, what }: AccessChange, how: string) =>
  mail({ owner, template: 'access-change-ended', values: { what, how } })

/** `byLink`: by the link of a mail that was sent to one of the addresses. */
export type StopAccessChange = { change: string; owner: OwnerId; byLink: boolean }

/** By the user. Where an intruder added the factor, the intruder may be the one who is signed in: then the link of a mail is needed. */
export const stopAccessChange = defineCommand<StopAccessChange, Subject>({
  ...onChange,
  recall(kept, world) {
    const { change, found } = recallChange(kept, world)
    return {
      command: { change, owner: ownerOf(kept), byLink: kept.input.byLink === true },
      found,
    }
  },
  journal: ({ change, byLink }) => ({ change, byLink }),
  decide(world, c, { at, actor }) {
    const change = world.get(accessChanges, c.change)
    const owner = world.owners.get(c.owner)
    if (!change || !owner || change.owner !== c.owner) return refuse('unknown_change')
    if (change.status !== 'waiting') return ended(change)
    if (change.hostile && !c.byLink) return refuse('link_needed')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'access-change-stopped' }],
      put: [accessChanges.row({ ...change, status: 'stopped', decidedAt: at, decidedBy: actor })],
      texts: textsOf(change, owner, c.byLink ? 'By the link of a mail' : null),
      effects: [endedMail(change, 'stopped')],
    }
  },
  reply: () => said(200, 'The change was stopped. Nothing has changed.'),
})

/** What is left to do, or to wait for. */
function confirmedReply({ confirmed, agreed, waitMs, ...change }: AccessChange): string {
  if (!agreed) return 'This address is confirmed. Now use the link that we sent to the present one.'
  if (!confirmed) return 'You have agreed. Now use the link that we sent to the new address.'
  return isOwn({ ...change, confirmed, agreed, waitMs }) && waitMs === 0
    ? 'Both addresses have confirmed the change. Log in with the new one from now on.'
    : 'Your new email address is confirmed. It takes effect when the waiting time is over.'
}

export type ConfirmEmail = { change: string; owner: OwnerId }

/** The link that was sent to the new address was opened. The address becomes the account's when the wait is over too. */
export const confirmEmail = defineCommand<ConfirmEmail, Subject>({
  ...onChange,
  recall(kept, world) {
    const { change, found } = recallChange(kept, world)
    return { command: { change, owner: ownerOf(kept) }, found }
  },
  decide(world, c) {
    const change = world.get(accessChanges, c.change)
    if (
      !change ||
      change.owner !== c.owner ||
      change.what !== 'email' ||
      change.status !== 'waiting' ||
      change.confirmed
    )
      return refuse('link_ended')
    const refusal = refuseUnlessAsRecorded(world, change)
    if (refusal) return refusal
    if (world.emails.has(change.email!)) return refuse('email_taken')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'email-confirmed' }],
      put: [accessChanges.row({ ...change, confirmed: true })],
      texts: textsOf(change, world.owners.get(c.owner)!, null),
    }
  },
  reply: (world, c) => said(200, confirmedReply(world.get(accessChanges, c.change)!)),
})

/** `factorThere`: as of an approval; of an email it says nothing. */
export type FinishAccessChange = { change: string; factorThere: boolean; earlierForMs: number }

/** The time has come, and it takes no effect. */
function lapse(
  change: AccessChange,
  how: 'lapsed' | 'unapproved',
  { at, actor }: Context,
): Changes {
  return {
    postings: [],
    activity: [{ owner: change.owner, kind: 'access-change-lapsed' }],
    put: [accessChanges.row({ ...change, decidedAt: at, decidedBy: actor, status: 'lapsed' })],
    effects: [endedMail(change, how)],
  }
}

/** By the system, when the time has come: what nobody confirmed lapses, and so does what one of the two who agreed could not agree to any more, and an email that is taken by now. */
export const finishAccessChange = defineCommand<FinishAccessChange, Subject>({
  ...onChange,
  needs: (c, found) => needsOfTwo(onChange.needs(c, found)),
  recall(kept, world) {
    const { change, found } = recallChange(kept, world)
    // Whether the email had been taken is a fact of its own: nobody's email is known here.
    const taken = kept.input.taken === 'yes' && found?.email ? { taken: found.email } : {}
    return { command: { change, factorThere: wasThere(kept), earlierForMs: 0 }, found, ...taken }
  },
  decide(world, { change: id, factorThere, earlierForMs }, context): Decision {
    const change = world.get(accessChanges, id)
    if (!change) return refuse('unknown_change')
    if (change.status !== 'waiting') return ended(change)
    const refusal = refuseUnlessAsRecorded(world, change)
    if (refusal) return refusal
    const owner = world.owners.get(change.owner)!
    const { proposedBy, what } = change
    if (what !== 'email' && !factorThere) return endWithFactor(change, owner, context)
    const told = { texts: textsOf(change, owner, change.reason), facts: { proposedBy } }
    if (!isOwn(change) && !isOfTwo(world, owner, change))
      return { ...lapse(change, 'unapproved', context), ...told }
    if (what !== 'email') return takeFactor(change, owner, earlierForMs, context)
    const isTaken = world.emails.has(change.email!)
    if (!change.confirmed || !change.agreed || isTaken)
      return {
        ...lapse(change, 'lapsed', context),
        ...told,
        facts: { ...told.facts, ...(isTaken ? { taken: 'yes' } : {}) },
      }
    const end = { decidedAt: context.at, decidedBy: context.actor }
    return {
      ...told,
      postings: [],
      activity: [{ owner: owner.id, kind: 'email-changed' }],
      put: [accessChanges.row({ ...change, ...end, status: 'done' })],
      owners: [
        {
          id: owner.id,
          email: change.email!,
          ...(owner.emailVerified ? {} : { emailVerified: true }),
        },
      ],
      effects: [
        // The first address that is proved: of whoever opened the account nothing stays.
        ...(owner.emailVerified ? [] : [endFactorsOf(owner.id)]),
        endSessionsOf({ owner: owner.id, why: 'email-changed' }),
        endLinksOf(owner.id),
        tellOfSignIn({
          owner: owner.id,
          template: 'security-change',
          values: { change: 'email-changed' },
          everywhere: earlierForMs,
        }),
      ],
    }
  },
  reply: (world, c) => said(200, `The change is ${world.get(accessChanges, c.change)!.status}`),
})

/** `waitMs`: where the address of before was never verified, and so can't agree, it has that long to stop it. */
export type RequestEmailChange = { owner: OwnerId; email: string; waitMs: number }

/**
 * By the person. It takes effect once both addresses have confirmed it. Whether the new one is another account's is not asked, so
 * that nobody can find that out: its holder gets a mail, and the change lapses.
 */
export const requestEmailChange = defineCommand<RequestEmailChange>({
  recall: (kept) => ({
    command: {
      owner: ownerOf(kept),
      email: changeOf(kept, 'newEmail')?.to ?? erasedWords(kept, 'email'),
      waitMs: Number(textOf(kept, 'waitMs')),
    },
  }),
  journal: (c) => ({ waitMs: String(c.waitMs) }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [openChangesOf(c.owner)] }),
  decide(world, c, context) {
    const refusal = refuseUnlessActive(world.owners.get(c.owner))
    if (refusal) return refusal
    const owner = world.owners.get(c.owner)!
    if (owner.fixed) return refuse('fixed_account')
    if (owner.email === c.email)
      return refuse('nothing_to_change', 'This is already your email address. Nothing was changed.')
    if (openChangesIn(world, c.owner).some(({ hostile }) => hostile)) return refuse('link_needed')
    const change: AccessChange = {
      id: context.id,
      owner: c.owner,
      what: 'email',
      status: 'waiting',
      email: c.email,
      app: null,
      passkey: null,
      passkeyName: null,
      hostile: false,
      confirmed: false,
      agreed: !owner.emailVerified,
      waitMs: owner.emailVerified ? 0 : c.waitMs,
      reason: null,
      refusalReason: null,
      proposedAt: context.at,
      proposedBy: c.owner,
      approvedAt: null,
      approvedBy: null,
      decidedAt: null,
      decidedBy: null,
    }
    const values = { link: context.id, email: c.email, agreed: change.agreed ? 'yes' : 'no' }
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'email-change-requested' }],
      put: [...endEmailChanges(world, c.owner, context), change].map((row) =>
        accessChanges.row(row),
      ),
      texts: textsOf(change, owner, null),
      effects: [
        mail({ owner: c.owner, template: 'email-change-requested', values }),
        mail({
          owner: c.owner,
          template: 'confirm-own-email',
          values: { link: context.id },
          to: c.email,
        }),
      ],
    }
  },
  reply: (world, c) =>
    said(
      202,
      world.owners.get(c.owner)!.emailVerified
        ? 'We sent a link to your present address and one to the new one. Once both are used, the address changes.'
        : 'We sent a link to the new address. Once it is used, the address changes after a day, unless the present one stops it.',
    ),
})

export type AgreeToEmailChange = { change: string; owner: OwnerId }

/** The link that was sent to the address of before. */
export const agreeToEmailChange = defineCommand<AgreeToEmailChange, Subject>({
  ...onChange,
  recall(kept, world) {
    const { change, found } = recallChange(kept, world)
    return { command: { change, owner: ownerOf(kept) }, found }
  },
  decide(world, c) {
    const change = world.get(accessChanges, c.change)
    if (!change || change.owner !== c.owner || change.status !== 'waiting' || change.agreed)
      return refuse('link_ended')
    const refusal = refuseUnlessAsRecorded(world, change)
    if (refusal) return refusal
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'email-change-agreed' }],
      put: [accessChanges.row({ ...change, agreed: true })],
      texts: textsOf(change, world.owners.get(c.owner)!, null),
    }
  },
  reply: (world, c) => said(200, confirmedReply(world.get(accessChanges, c.change)!)),
})

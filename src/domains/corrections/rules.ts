import {
  defineStaffCommand,
  refuse,
  isRefusal,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import {
  centsIfAny,
  changeOf,
  erasedWords,
  subjectOf,
  textIfAny,
  textOf,
  wordsIfAny,
  wordsOf,
} from '../../desk/recall.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Event, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { defineDecisionOfTwo } from '../approvals/two.ts'
import { presentUser } from '../investments/present.ts'
import { staffOn } from '../people/rules.ts'
import { bookedCredit, refusalOfPool } from './credit.ts'
import { beginEmailChange, type AccessWait } from '../access-changes/rules.ts'
import {
  accessChanges,
  endEmailChanges,
  openChangesOf,
  type AccessChange,
} from '../access-changes/table.ts'
import { runningOf } from '../investments/table.ts'
import { mail } from '../people/mails.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { mail as tellOfSignIn } from '../sign-in/mails.ts'
import { presentCorrection } from './present.ts'
import { corrections, proposalOf, type Correction, type Proposal } from './table.ts'

/** What is changed of a person, and why. */
type Edit = {
  user: OwnerId
  /** The user whom the form itself names, if any. */
  named?: OwnerId | undefined
  fullName?: string | undefined
  email?: string | undefined
  accountBalance?: Cents | undefined
  totalProfit?: Cents | undefined
  totalLoss?: Cents | undefined
  reason?: string | null | undefined
  version?: number | undefined
  /** Where it is given, another e-mail takes two administrators and this wait, and counts only when its owner has confirmed it. */
  emailWait: AccessWait | null
}

export type CorrectUser = ApprovalLimits & Edit

type Difference = { event: Event; gain: Cents }

/**
 * What an edit to balance, profit and loss posts: the change of profit as profit, of loss as loss, and
 * what the balance changes beyond that as a correction. A gain is what the balance gets.
 */
function differences(owner: Owner, cash: Cents, c: Edit): Difference[] {
  const profit = (c.totalProfit ?? owner.totals.profit) - owner.totals.profit
  const loss = (c.totalLoss ?? owner.totals.loss) - owner.totals.loss
  const rest = (c.accountBalance ?? cash + profit - loss) - cash - profit + loss
  const all: Difference[] = [
    { event: 'profit-corrected', gain: profit },
    { event: 'loss-corrected', gain: -loss },
    { event: 'balance-corrected', gain: rest },
  ]
  // What the balance gets comes first, so that it never dips below zero on the way.
  return all
    .filter(({ gain }) => gain !== 0n)
    .toSorted((a, b) => (a.gain > 0n ? 0 : 1) - (b.gain > 0n ? 0 : 1))
}

function posting(user: OwnerId, { event, gain }: Difference): Posting {
  const cash = { owner: user, kind: 'cash' } as const
  const pool = { owner: firm, kind: 'corrections-pool' } as const
  return gain > 0n
    ? { event, debit: pool, credit: cash, amount: gain }
    : { event, debit: cash, credit: pool, amount: -gain }
}

function refusalOfMoney(world: World, c: Edit, cash: Cents, found: Difference[]): Refusal | null {
  if ((c.totalProfit ?? 0n) < 0n || (c.totalLoss ?? 0n) < 0n) return refuse('totals_below_zero')
  if ((c.accountBalance ?? 0n) < 0n) return refuse('balance_below_zero')
  if (found.reduce((sum, { gain }) => sum + gain, cash) < 0n) return refuse('balance_below_zero')
  const gains = found.reduce((sum, { gain }) => (gain > 0n ? sum + gain : sum), 0n)
  return gains > world.balance(firm, 'corrections-pool') ? refuse('corrections_pool_short') : null
}

type FieldChange = { field: string; from: string; to: string }

function fieldChanges(owner: Owner, cash: Cents, c: Edit, found: Difference[]): FieldChange[] {
  const after = found.reduce((sum, { gain }) => sum + gain, cash)
  const rows: FieldChange[] = [
    { field: 'fullName', from: owner.fullName, to: c.fullName ?? owner.fullName },
    { field: c.emailWait ? 'newEmail' : 'email', from: owner.email, to: c.email ?? owner.email },
    { field: 'accountBalance', from: formatUsd(cash), to: formatUsd(after) },
    {
      field: 'totalProfit',
      from: formatUsd(owner.totals.profit),
      to: formatUsd(c.totalProfit ?? owner.totals.profit),
    },
    {
      field: 'totalLoss',
      from: formatUsd(owner.totals.loss),
      to: formatUsd(c.totalLoss ?? owner.totals.loss),
    },
  ]
  return rows.filter(({ from, to }) => from !== to)
}

function refusalOfPerson(world: World, owner: Owner, c: Edit): Refusal | null {
  if (c.named !== undefined && c.named !== c.user)
    return refuse(
      'not_your_account',
      'The form names a different user than the address. Nothing was saved.',
    )
  if (c.version !== undefined && c.version !== owner.version) return refuse('stale_version')
  if (c.email === undefined || c.email === owner.email) return null
  if (owner.fixed) return refuse('fixed_account')
  const holder = world.emails.get(c.email)
  return holder && holder !== c.user
    ? { code: 'email_taken', fields: { email: 'An account with this e-mail already exists.' } }
    : null
}

/** The figures that an edit is about, as they stand and as they are to stand. */
function figuresOf({ totals }: Owner, cash: Cents, c: Edit, found: Difference[]) {
  return {
    balanceFrom: cash,
    balanceTo: found.reduce((sum, { gain }) => sum + gain, cash),
    profitFrom: totals.profit,
    profitTo: c.totalProfit ?? totals.profit,
    lossFrom: totals.loss,
    lossTo: c.totalLoss ?? totals.loss,
  }
}

/** What it moves, in either direction: a gain and a loss that cancel each other out are two postings. */
const sizeOf = (found: Difference[]): Cents =>
  found.reduce((sum, { gain }) => sum + (gain < 0n ? -gain : gain), 0n)

/** Another e-mail that has to wait takes two administrators, whatever else the edit is about. */
const waitsAsEmail = ({ email }: Owner, c: Edit): boolean =>
  c.emailWait !== null && c.email !== undefined && c.email !== email

/** What a user is told of an edit, made or proposed. */
const textsOf = (changes: FieldChange[], { reason }: Pick<Edit, 'reason'>) => ({
  changes,
  ...(reason ? { reason } : {}),
})

/** Nothing of it is made until a second administrator has approved; the user is told that it was proposed. */
function propose(
  owner: Owner,
  cash: Cents,
  c: Edit,
  found: Difference[],
  changes: FieldChange[],
  { id, actor, at }: Context,
): Decision {
  if (actor === null) return refuse('same_approver')
  const correction: Correction = {
    id,
    owner: owner.id,
    status: 'pending',
    ownerVersion: owner.version,
    ...figuresOf(owner, cash, c, found),
    fullName: c.fullName !== undefined && c.fullName !== owner.fullName ? c.fullName : null,
    email: c.email !== undefined && c.email !== owner.email ? c.email : null,
    friend: null,
    funding: null,
    reason: c.reason ?? null,
    refusalReason: null,
    proposedAt: at,
    proposedBy: actor,
    decidedAt: null,
    decidedBy: null,
  }
  return {
    postings: [],
    activity: [{ owner: owner.id, kind: 'correction-proposed' }],
    put: [corrections.row(correction)],
    texts: textsOf(changes, c),
  }
}

/** Another e-mail that counts at once: the old address is told, all sessions end, and money to new destinations is held. */
function emailChange(owner: Owner, c: Edit): Effect[] {
  if (c.email === undefined || c.email === owner.email || c.emailWait) return []
  const told = tellOfSignIn({
    owner: owner.id,
    template: 'security-change',
    values: { change: 'email-changed' },
    to: owner.email,
  })
  return [endSessionsOf(owner.id), told]
}

/** What the mail about an edit says: no names, and no figures where it goes to an address that may be a stranger's by mistake. */
function editValues(changes: FieldChange[]): Record<string, string> {
  const isReaddressed = changes.some(({ field }) => field === 'email')
  return Object.fromEntries(
    changes.flatMap(({ field, from, to }) => {
      if (field === 'fullName' || field === 'email') return [[field, 'changed']]
      return isReaddressed || field === 'newEmail' ? [] : [[field, `${from} → ${to}`]]
    }),
  )
}

function post(owner: Owner, c: Edit, found: Difference[], changes: FieldChange[]): Changes {
  const effects = emailChange(owner, c)
  const personal = {
    ...(c.fullName ? { fullName: c.fullName } : {}),
    ...(c.email && !c.emailWait ? { email: c.email } : {}),
  }
  // Of another e-mail that only waits, mails of its own tell; of what had come true by itself before it was approved, none.
  const isTold = changes.some(({ field }) => field !== 'newEmail')
  const told = mail({
    owner: c.user,
    template: 'staff-change',
    values: { what: 'edit', ...editValues(changes), ...(c.reason ? { reason: c.reason } : {}) },
  })
  return {
    postings: found.map((difference) => posting(c.user, difference)),
    activity: [{ owner: c.user, kind: 'staff-edit' }],
    ...(Object.keys(personal).length > 0 ? { owners: [{ id: c.user, ...personal }] } : {}),
    texts: textsOf(changes, c),
    effects: isTold ? [...effects, told] : effects,
  }
}

function body(world: World, user: OwnerId, message: string, at: Instant, id: string) {
  const proposed = world.get(corrections, id)
  const owner = world.owners.get(user)!
  const names = proposed && {
    fullName: owner.fullName,
    email: owner.email,
    proposedBy: world.nameOf(proposed.proposedBy),
    decidedBy: world.nameOf(proposed.decidedBy),
    friend: null,
  }
  return {
    status: 'success',
    message,
    data: {
      user: presentUser(world, user, at),
      ...(names ? { correction: presentCorrection(proposed, names) } : {}),
    },
  }
}

/** Beside what else is done, these changes of access end or begin. */
const withPut = (changes: Changes, access: readonly AccessChange[]): Changes => ({
  ...changes,
  put: [...(changes.put ?? []), ...access.map((change) => accessChanges.row(change))],
})

/** Which words of a person an edit changes: they are erased, and that there were some is not. */
function factsOf(changes: readonly FieldChange[], ended: readonly AccessChange[]) {
  const words = changes
    .map(({ field }) => field)
    .filter((field) => ['fullName', 'email', 'newEmail'].includes(field))
  return {
    ...(words.length > 0 ? { words: words.join(' ') } : {}),
    ...(ended.length > 0 ? { ended: String(ended.length) } : {}),
  }
}

/** What an edit changed of a word, or what stands for it; undefined where it left it. */
function editedWord(kept: Journaled, field: string): string | undefined {
  const isEdited = textIfAny(kept, 'words')?.split(' ').includes(field) ?? false
  return isEdited ? (changeOf(kept, field)?.to ?? erasedWords(kept, field)) : undefined
}

function recallEdit(kept: Journaled, world: World) {
  const user = subjectOf(kept)
  const newEmail = editedWord(kept, 'newEmail')
  const email = newEmail ?? editedWord(kept, 'email')
  // What ended was an e-mail that waited: the present one was set again.
  const same = kept.input.ended === undefined ? {} : { email: world.owners.get(user)!.email }
  const reason = wordsIfAny(kept, 'reason')
  return {
    command: {
      user,
      accountBalance: centsIfAny(kept, 'accountBalance'),
      totalProfit: centsIfAny(kept, 'totalProfit'),
      totalLoss: centsIfAny(kept, 'totalLoss'),
      fullName: editedWord(kept, 'fullName'),
      ...(email === undefined ? same : { email }),
      emailWait: newEmail === undefined ? null : { waitMs: 0, earlierForMs: 0 },
      reason,
      ...limitsIn(kept),
    },
  }
}

/** Staff edit of a user: a balance is never set, its difference is posted, and the user sees who, when and why. */
export const correctUser = defineStaffCommand<CorrectUser>({
  recall: recallEdit,
  journal: (c) => {
    const money = Object.entries({
      accountBalance: c.accountBalance,
      totalProfit: c.totalProfit,
      totalLoss: c.totalLoss,
    })
    return {
      ...Object.fromEntries(
        money.flatMap(([field, cents]) => (cents === undefined ? [] : [[field, String(cents)]])),
      ),
      ...journalOfLimits(c),
    }
  },
  subject: (c) => c.user,
  needs(c, _, actor) {
    const { owners, read } = needsAlone(c, actor)
    return {
      owners: [c.user, ...owners],
      read: [runningOf(c.user), ...(c.email ? [openChangesOf(c.user)] : []), ...read],
      ...(c.email ? { email: c.email } : {}),
    }
  },
  decide(world, c, context) {
    const owner = staffOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    const cash = world.balance(c.user, 'cash')
    const found = differences(owner, cash, c)
    const refusal = refusalOfPerson(world, owner, c) ?? refusalOfMoney(world, c, cash, found)
    if (refusal) return refusal
    const changes = fieldChanges(owner, cash, c, found)
    // Whatever waits as another e-mail ends with this edit, also where the present one is set again: it was a mistake.
    const ended = c.email === undefined ? [] : endEmailChanges(world, c.user, context)
    if (changes.length === 0 && ended.length === 0) return { postings: [], activity: [] }
    if (changes.length === 0)
      return {
        postings: [],
        activity: [{ owner: c.user, kind: 'access-change-stopped' }],
        put: ended.map((change) => accessChanges.row(change)),
        facts: factsOf([], ended),
        texts: textsOf([], c),
      }
    const act = { actor: context.actor, person: owner.id, amount: sizeOf(found) }
    const needsTwo = waitsAsEmail(owner, c) || whyTwoIn(world, c, act) !== null
    const decision = needsTwo
      ? propose(owner, cash, c, found, changes, context)
      : { ...post(owner, c, found, changes), put: countedAlone(c, act, context) }
    return isRefusal(decision)
      ? decision
      : { ...withPut(decision, ended), facts: factsOf(changes, ended) }
  },
  reply(world, c, { id, at }) {
    if (!world.get(corrections, id))
      return { status: 200, body: body(world, c.user, 'User profile updated successfully', at, id) }
    return {
      status: 202,
      body: body(
        world,
        c.user,
        'A second, different administrator must approve this correction. Nothing has been posted yet.',
        at,
        id,
      ),
    }
  },
})

const onProposal = {
  lookup: (c: { correction: string }) => proposalOf(c.correction),
  subject: (_: unknown, found: Proposal | null) => found?.owner ?? null,
  needs: ({ correction }: { correction: string }, found: Proposal | null): Needs =>
    found
      ? {
          owners: [found.owner, ...(found.friend ? [found.friend] : [])],
          read: [
            runningOf(found.owner),
            corrections.byId(correction),
            ...(found.email ? [openChangesOf(found.owner)] : []),
          ],
          ...(found.email ? { email: found.email } : {}),
        }
      : { owners: [] },
}

const nounOf = ({ friend }: Correction) => (friend === null ? 'correction' : 'credit')

/** The proposal as staff find it who are to decide: refusals in their fixed order. */
function undecided(
  world: World,
  id: string,
  context: Context,
): Refusal | { proposed: Correction; owner: Owner } {
  const proposed = world.get(corrections, id)
  if (!proposed) return refuse('unknown_correction')
  const owner = staffOn(world, proposed.owner, context)
  if (!('totals' in owner)) return owner as Refusal
  if (proposed.friend !== null && proposed.friend === context.actor)
    return refuse('not_on_yourself')
  if (proposed.status === 'pending') return { proposed, owner }
  return refuse(
    'already_decided',
    `This ${nounOf(proposed)} has already been decided: ${proposed.status} by ${world.nameOf(proposed.decidedBy) ?? 'staff'}. Nothing was posted.`,
  )
}

/** What has changed since the proposer saw it, in words, or null. */
function changedSince(
  owner: Owner,
  cash: Cents,
  { balanceFrom, profitFrom, lossFrom }: Correction,
): string | null {
  const figures = [
    ['balance', balanceFrom, cash],
    ['profit', profitFrom, owner.totals.profit],
    ['loss', lossFrom, owner.totals.loss],
  ] as const
  const changed = figures.flatMap(([name, from, now]) =>
    from === now ? [] : [`${name} from ${formatUsd(from)} to ${formatUsd(now)}`],
  )
  return changed.length > 0
    ? `This user changed since the correction was proposed: ${changed.join(', ')}. Nothing was posted; withdraw it and propose it again.`
    : null
}

function decidedReply(world: World, correction: string, at: Instant) {
  const proposed = world.get(corrections, correction)!
  const message = `${proposed.friend === null ? 'Correction' : 'Credit'} ${proposed.status}`
  return { status: 200, body: body(world, proposed.owner, message, at, correction) }
}

export type ApproveCorrection = { correction: string; emailWait: AccessWait | null }

/** An edit that was proposed is made from what stands there now, if that is still what was seen. */
function editApproved(
  world: World,
  owner: Owner,
  proposed: Correction,
  emailWait: AccessWait | null,
  context: Context,
): Decision {
  const cash = world.balance(owner.id, 'cash')
  const stale = changedSince(owner, cash, proposed)
  if (stale) return refuse('stale_version', stale)
  const c: Edit = {
    user: owner.id,
    accountBalance: proposed.balanceTo,
    totalProfit: proposed.profitTo,
    totalLoss: proposed.lossTo,
    fullName: proposed.fullName ?? undefined,
    email: proposed.email ?? undefined,
    reason: proposed.reason,
    emailWait,
  }
  const differing = differences(owner, cash, c)
  const refusal = refusalOfPerson(world, owner, c) ?? refusalOfMoney(world, c, cash, differing)
  if (refusal) return refusal
  const posted = post(owner, c, differing, fieldChanges(owner, cash, c, differing))
  const begun =
    emailWait && waitsAsEmail(owner, c)
      ? beginEmailChange(owner, proposed, emailWait, context)
      : null
  const ended = proposed.email === null ? [] : endEmailChanges(world, owner.id, context)
  return withPut(
    {
      ...posted,
      ...(begun ? { facts: { waitMs: String(begun.change.waitMs) } } : {}),
      effects: [...(begun?.mails ?? []), ...(posted.effects ?? [])],
    },
    begun ? [...ended, begun.change] : ended,
  )
}

/** A credit gives what it gives, whatever has become of the balance. The journal says for whom, as of one that didn't wait. */
function creditApproved(
  world: World,
  referrer: OwnerId,
  friend: OwnerId,
  funding: Cents,
): Decision {
  const short = refusalOfPool(world, funding)
  if (short) return short
  const booked = bookedCredit({ referrer, funding })
  return { ...booked, facts: { ...booked.facts, user: friend, fundingAmount: String(funding) } }
}

/** The second of two administrators: what was proposed is posted now. */
export const approveCorrection = defineDecisionOfTwo<ApproveCorrection, Proposal>({
  ...onProposal,
  recall(kept, world) {
    const correction = textOf(kept, 'correction')
    const waitMs = textIfAny(kept, 'waitMs')
    return {
      command: {
        correction,
        emailWait: waitMs === undefined ? null : { waitMs: Number(waitMs), earlierForMs: 0 },
      },
      found: world.get(corrections, correction) ?? null,
    }
  },
  journal: (c) => ({ correction: c.correction }),
  decide(world, { correction, emailWait }, context, two) {
    const found = undecided(world, correction, context)
    if ('code' in found) return found
    const { proposed, owner } = found
    const { friend, funding, proposedBy } = proposed
    const notTwo = two.refusal({ first: proposedBy, about: [owner.id, friend] })
    if (notTwo) return notTwo
    const made =
      friend !== null && funding !== null
        ? creditApproved(world, owner.id, friend, funding)
        : editApproved(world, owner, proposed, emailWait, context)
    if (isRefusal(made)) return made
    const approved: Correction = {
      ...proposed,
      status: 'approved',
      decidedAt: context.at,
      decidedBy: context.actor,
    }
    return {
      ...made,
      put: [corrections.row(approved), ...(made.put ?? [])],
      facts: { ...made.facts, proposedBy },
    }
  },
  reply: (world, { correction }, { at }) => decidedReply(world, correction, at),
})

export type RejectCorrection = { correction: string; reason: string }

/** By the proposer or another administrator: nothing was made, and the user is told why. */
export const rejectCorrection = defineStaffCommand<RejectCorrection, Proposal>({
  ...onProposal,
  recall(kept, world) {
    const correction = textOf(kept, 'correction')
    return {
      command: { correction, reason: wordsOf(kept, 'reason') },
      found: world.get(corrections, correction) ?? null,
    }
  },
  journal: (c) => ({ correction: c.correction }),
  decide(world, { correction, reason }, context) {
    const found = undecided(world, correction, context)
    if ('code' in found) return found
    const { proposed } = found
    const status = context.actor === proposed.proposedBy ? 'withdrawn' : 'rejected'
    return {
      postings: [],
      activity: [
        {
          owner: proposed.owner,
          kind: proposed.friend === null ? 'correction-refused' : 'credit-refused',
        },
      ],
      put: [
        corrections.row({
          ...proposed,
          status,
          refusalReason: reason,
          decidedAt: context.at,
          decidedBy: context.actor,
        }),
      ],
      facts: { proposedBy: proposed.proposedBy },
      texts: { reason },
    }
  },
  reply: (world, { correction }, { at }) => decidedReply(world, correction, at),
})

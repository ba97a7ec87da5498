/** What of a person's account takes two above a limit: an edit of what stands there, and a credit of a referrer. */
import { refuse } from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Event, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import { beginEmailChange, type AccessWait } from '../access-changes/rules.ts'
import { accessChanges, endEmailChanges, openChangesOf } from '../access-changes/table.ts'
import { refusalWhileImporting } from '../import-records/business.ts'
import { allImports } from '../import-records/table.ts'
import { runningOf } from '../investments/table.ts'
import { mail } from '../people/mails.ts'
import { accountOn } from '../people/rules.ts'
import { defineProposal } from '../proposals/kind.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { mail as tellOfSignIn } from '../sign-in/mails.ts'
import { bookedCredit, creditOf, refusalOfPool } from './credit.ts'

/** What is changed of a person, and why. */
export type Edit = {
  user: OwnerId
  fullName?: string | undefined
  email?: string | undefined
  /** What stood there, where the edit is decided again: the journal tells of it, and keeps no earlier names. */
  before?: { fullName: string | undefined; email: string | undefined }
  accountBalance?: Cents | undefined
  totalProfit?: Cents | undefined
  totalLoss?: Cents | undefined
  reason?: string | null | undefined
  /** Where it is given, another email takes two administrators and this wait, and counts only when its owner has confirmed it. */
  emailWait: AccessWait | null
}

/** As the proposer saw it: figures in cents, with what is to stand there; and which words are edited, by the names of their fields. */
export type EditFacts = {
  user: OwnerId
  edits: string
  balanceFrom: string
  balanceTo: string
  profitFrom: string
  profitTo: string
  lossFrom: string
  lossTo: string
}

/** What the words were, and what they are to be. */
export type EditWords = {
  fullName?: string
  fullNameFrom?: string
  email?: string
  emailFrom?: string
  reason?: string
}

/** Of another email, in milliseconds; null: it counts at once. */
export type EmailTerms = { waitMs: string | null; earlierForMs: string | null }

export const termsOfEmail = (wait: AccessWait | null): EmailTerms => ({
  waitMs: wait && String(wait.waitMs),
  earlierForMs: wait && String(wait.earlierForMs),
})

type Difference = { event: Event; gain: Cents }

/**
 * What an edit to balance, profit and loss posts: the change of profit as profit, of loss as loss, and
 * what the balance changes beyond that as a correction. A gain is what the balance gets.
 */
export function differences(owner: Owner, cash: Cents, c: Edit): Difference[] {
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

function refusalOfMoney(world: World, c: Edit, found: Difference[]): Refusal | null {
  if ((c.totalProfit ?? 0n) < 0n || (c.totalLoss ?? 0n) < 0n) return refuse('totals_below_zero')
  if ((c.accountBalance ?? 0n) < 0n) return refuse('balance_below_zero')
  // What is taken becomes the firm's: not while another system still keeps what these people have.
  const waits = found.some(({ gain }) => gain < 0n) ? refusalWhileImporting(world) : null
  if (waits) return waits
  const gains = found.reduce((sum, { gain }) => (gain > 0n ? sum + gain : sum), 0n)
  return gains > world.balance(firm, 'corrections-pool') ? refuse('corrections_pool_short') : null
}

function refusalOfEmail(world: World, owner: Owner, { email }: Edit): Refusal | null {
  if (email === undefined || email === owner.email) return null
  if (owner.fixed) return refuse('fixed_account')
  const holder = world.emails.get(email)
  return holder && holder !== owner.id
    ? { code: 'email_taken', fields: { email: 'An account with this email already exists.' } }
    : null
}

/** An edit as it is proposed: with all figures, whichever of them it changes. */
export function factsOf(owner: Owner, cash: Cents, c: Edit): EditFacts {
  const { profit, loss } = owner.totals
  const gains = differences(owner, cash, c).reduce((sum, { gain }) => sum + gain, 0n)
  const [fullName, email] = [isNew(owner.fullName, c.fullName), isNew(owner.email, c.email)]
  return {
    user: c.user,
    edits: [
      ...(fullName ? ['fullName'] : []),
      ...(email ? [c.emailWait ? 'newEmail' : 'email'] : []),
    ].join(' '),
    balanceFrom: String(cash),
    balanceTo: String(cash + gains),
    profitFrom: String(profit),
    profitTo: String(c.totalProfit ?? profit),
    lossFrom: String(loss),
    lossTo: String(c.totalLoss ?? loss),
  }
}

const isNew = (before: string, after: string | undefined): after is string =>
  after !== undefined && after !== before

export const wordsOfEdit = (owner: Owner, c: Edit): EditWords => ({
  ...(isNew(owner.fullName, c.fullName)
    ? { fullName: c.fullName, fullNameFrom: c.before?.fullName ?? owner.fullName }
    : {}),
  ...(isNew(owner.email, c.email)
    ? { email: c.email, emailFrom: c.before?.email ?? owner.email }
    : {}),
  ...(c.reason ? { reason: c.reason } : {}),
})

/** The edit that was proposed. */
function editOf(
  facts: EditFacts,
  { fullName, email, reason }: EditWords,
  { waitMs, earlierForMs }: EmailTerms,
): Edit {
  const edits = facts.edits.split(' ')
  return {
    user: facts.user,
    accountBalance: BigInt(facts.balanceTo),
    totalProfit: BigInt(facts.profitTo),
    totalLoss: BigInt(facts.lossTo),
    fullName: edits.includes('fullName') ? fullName : undefined,
    email: edits.some((field) => field === 'email' || field === 'newEmail') ? email : undefined,
    reason,
    emailWait:
      waitMs === null ? null : { waitMs: Number(waitMs), earlierForMs: Number(earlierForMs) },
  }
}

type FieldChange = { field: string; from: string; to: string }

/** What an edit changes, as it is told. */
export function fieldChanges(facts: EditFacts, words: EditWords): FieldChange[] {
  const edits = facts.edits.split(' ')
  const word = (field: string, from = '', to = '') =>
    edits.includes(field) ? [{ field, from, to }] : []
  const money = (field: string, from: string, to: string) =>
    from === to ? [] : [{ field, from: formatUsd(BigInt(from)), to: formatUsd(BigInt(to)) }]
  return [
    ...word('fullName', words.fullNameFrom, words.fullName),
    ...word('newEmail', words.emailFrom, words.email),
    ...word('email', words.emailFrom, words.email),
    ...money('accountBalance', facts.balanceFrom, facts.balanceTo),
    ...money('totalProfit', facts.profitFrom, facts.profitTo),
    ...money('totalLoss', facts.lossFrom, facts.lossTo),
  ]
}

/** What a user is told of an edit, made or proposed. */
export const textsOf = (changes: FieldChange[], reason: string | null | undefined) => ({
  changes,
  ...(reason ? { reason } : {}),
})

const size = (cents: Cents) => (cents < 0n ? -cents : cents)

/** What it moves, in either direction: a gain and a loss that cancel each other out are two postings. */
export const sizeOf = (found: readonly Difference[]): Cents =>
  found.reduce((sum, { gain }) => sum + size(gain), 0n)

/** The same of what was proposed. */
export function amountOf(facts: EditFacts): Cents {
  const difference = (from: string, to: string) => BigInt(to) - BigInt(from)
  const profit = difference(facts.profitFrom, facts.profitTo)
  const loss = difference(facts.lossFrom, facts.lossTo)
  const rest = difference(facts.balanceFrom, facts.balanceTo) - profit + loss
  return size(profit) + size(loss) + size(rest)
}

/** Another email that has to wait takes two administrators, whatever else the edit is about. */
export const waitsAsEmail = ({ email }: Owner, c: Edit): boolean =>
  c.emailWait !== null && isNew(email, c.email)

/** Another email that counts at once: the old address is told, all sessions end, and money to new destinations is held. */
function emailChange(owner: Owner, c: Edit): Effect[] {
  if (!isNew(owner.email, c.email) || c.emailWait) return []
  const told = tellOfSignIn({
    owner: owner.id,
    template: 'security-change',
    values: { change: 'email-changed' },
    to: owner.email,
  })
  return [endSessionsOf({ owner: owner.id, why: 'email-changed' }), told]
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

function post(owner: Owner, cash: Cents, c: Edit): Changes {
  const changes = fieldChanges(factsOf(owner, cash, c), wordsOfEdit(owner, c))
  const effects = emailChange(owner, c)
  const personal = {
    ...(c.fullName ? { fullName: c.fullName } : {}),
    ...(c.email && !c.emailWait ? { email: c.email } : {}),
  }
  // Of another email that only waits, mails of its own tell; of what had come true by itself before it was approved, none.
  const isTold = changes.some(({ field }) => field !== 'newEmail')
  const told = mail({
    owner: c.user,
    template: 'staff-change',
    values: { what: 'edit', ...editValues(changes), ...(c.reason ? { reason: c.reason } : {}) },
  })
  return {
    postings: differences(owner, cash, c).map((difference) => posting(c.user, difference)),
    activity: [{ owner: c.user, kind: 'correction-made' }],
    ...(Object.keys(personal).length > 0 ? { owners: [{ id: c.user, ...personal }] } : {}),
    texts: textsOf(changes, c.reason),
    effects: isTold ? [...effects, told] : effects,
  }
}

/** What has changed since the proposer saw it, or null. A name isn't money. */
function changedSince(owner: Owner, cash: Cents, facts: EditFacts): Refusal | null {
  const figures = [
    ['balance', BigInt(facts.balanceFrom), cash],
    ['profit', BigInt(facts.profitFrom), owner.totals.profit],
    ['loss', BigInt(facts.lossFrom), owner.totals.loss],
  ] as const
  const changed = figures.flatMap(([name, from, now]) =>
    from === now ? [] : [`${name} from ${formatUsd(from)} to ${formatUsd(now)}`],
  )
  return changed.length === 0
    ? null
    : refuse(
        'stale_version',
        `This user changed since the correction was proposed: ${changed.join(', ')}. Nothing was posted; withdraw it and propose it again.`,
      )
}

/** A balance is never set: an edit is made from what stands there now, if that is still what was seen. */
export const correction = defineProposal<EditFacts, EmailTerms, EditWords>({
  name: 'correction',
  called: 'correction of this account',
  lastsForMs: null,
  about: ({ user }) => user,
  holds: () => null,
  words: ['fullName', 'email'],
  asks: true,
  needs: ({ user }, _, { email }) => ({
    owners: [user],
    read: [runningOf(user), allImports, ...(email ? [openChangesOf(user)] : [])],
    ...(email ? { email } : {}),
  }),
  refusal(world, facts, context, terms, words) {
    const owner = accountOn(world, facts.user, context)
    if (!('totals' in owner)) return owner as Refusal
    const cash = world.balance(owner.id, 'cash')
    const c = editOf(facts, words, terms)
    return (
      changedSince(owner, cash, facts) ??
      refusalOfEmail(world, owner, c) ??
      refusalOfMoney(world, c, differences(owner, cash, c))
    )
  },
  apply(world, facts, context, { words, answer, first }) {
    const owner = world.owners.get(facts.user)!
    const c = editOf(facts, words, answer)
    const posted = post(owner, world.balance(owner.id, 'cash'), c)
    if (first === null || c.email === undefined) return posted
    const asked = {
      email: c.email,
      reason: c.reason ?? null,
      proposedAt: first.at,
      proposedBy: first.by,
    }
    const begun = waitsAsEmail(owner, c)
      ? beginEmailChange(owner, asked, c.emailWait!, context)
      : null
    const changes = [...endEmailChanges(world, owner.id, context), ...(begun ? [begun.change] : [])]
    return {
      ...posted,
      put: changes.map((change) => accessChanges.row(change)),
      ...(begun ? { facts: { waitMs: String(begun.change.waitMs) } } : {}),
      effects: [...(begun?.mails ?? []), ...(posted.effects ?? [])],
    }
  },
  show: ({ user, edits, ...figures }) => ({
    user,
    edits,
    ...Object.fromEntries(
      Object.entries(figures).map(([name, cents]) => [name, dollarsFromCents(BigInt(cents))]),
    ),
  }),
  noted: () => ({}),
  listedAs: { proposed: 'correction-proposed', ended: 'correction-refused' },
  told: (facts, words) => textsOf(fieldChanges(facts, words), words.reason),
})

/** `funding`: in cents, of which the referrer gets 10%. */
export type CreditFacts = { user: OwnerId; friend: OwnerId; funding: string }

/** It gives what it gives, whatever has become of the balance. The journal says for whom, as of one that didn't wait. */
export const credit = defineProposal<CreditFacts>({
  name: 'referral-credit',
  called: 'credit for this friend',
  lastsForMs: null,
  about: ({ user }) => user,
  besides: ({ friend }) => friend,
  holds: () => null,
  asks: false,
  needs: ({ user, friend }) => ({ owners: [user, friend] }),
  refusal(world, { user, funding }) {
    if (world.owners.get(user)!.status === 'closed')
      return refuse('account_closed', 'The referrer’s account is closed.')
    return creditOf(BigInt(funding)) === 0n
      ? refuse('credit_rounds_to_zero')
      : refusalOfPool(world, BigInt(funding))
  },
  apply(_, { user: referrer, friend, funding }, __, { first }) {
    const booked = bookedCredit({ referrer, funding: BigInt(funding) })
    return first === null
      ? booked
      : { ...booked, facts: { ...booked.facts, user: friend, fundingAmount: funding } }
  },
  show: ({ user, friend, funding }) => ({
    user,
    friend,
    fundingAmount: dollarsFromCents(BigInt(funding)),
    credited: dollarsFromCents(creditOf(BigInt(funding))),
  }),
  noted: () => ({}),
  listedAs: { proposed: 'referral-credit-proposed', ended: 'referral-credit-refused' },
})

export const correctionProposals = [correction, credit]

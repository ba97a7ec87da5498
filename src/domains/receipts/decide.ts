/** The second of two administrators: approving an entry books it, refusing it books nothing. */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type Context,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import type { Put } from '../../desk/read.ts'
import { fitted, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { defineDecisionOfTwo, isAdministrator } from '../approvals/two.ts'
import { mail as tellOfDeposit } from '../deposits/mails.ts'
import { needsOfLimits, roomBelow, verificationIn, type SetLimits } from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { mail as tellOfAside } from '../verification/mails.ts'
import { matchEarlier, refusalOfRelease } from '../payouts/blocks/match.ts'
import { payoutsBlocked } from '../payouts/blocks/table.ts'
import { mail } from './mails.ts'
import {
  assignmentPostings,
  borneBy,
  chargePostings,
  interestPostings,
  receiptPostings,
  returnPostings,
  undoingPostings,
} from './postings.ts'
import { listed } from './rules.ts'
import { bankEntries, placeOf, type BankEntry, type Place } from './table.ts'

type OnEntry = { entry: string }

const onEntry = {
  lookup: ({ entry }: OnEntry) => placeOf(entry),
  subject: (_: unknown, found: Place | null) => found && (found.owner ?? firm),
  journal: ({ entry }: OnEntry) => ({ entry }),
  needs: ({ entry }: OnEntry, found: Place | null): Needs =>
    found === null
      ? { owners: [] }
      : {
          owners: found.owner === null ? [firm] : [found.owner, firm],
          administrators: true,
          // What a balance lacks is borne by the pool as far as it goes: it must be known.
          exact: true,
          read: [
            bankEntries.byId(entry),
            ...(found.receipt === null ? [] : [bankEntries.byId(found.receipt), ...payoutsBlocked]),
          ],
        },
}

function recallEntry(kept: Journaled, world: World) {
  const entry = textOf(kept, 'entry')
  return { entry, found: world.get(bankEntries, entry) ?? null }
}

/** What is still to be decided, by one whom it isn't about. */
function openFor(
  world: World,
  { entry: id }: OnEntry,
  { actor, found }: Context<Place>,
): BankEntry | Refusal {
  const entry = world.get(bankEntries, id)
  if (!entry) return refuse('unknown_entry')
  if (actor !== null && entry.owner === actor) return refuse('not_on_yourself')
  if (entry.status !== 'proposed' || entry.owner !== (found?.owner ?? null))
    return refuse('already_decided', 'This entry has already been decided. Nothing was booked.')
  return isAdministrator(world, actor) ? entry : refuse('forbidden')
}

type Made = { postings: Posting[]; kind: string; put: Put[]; effects?: Effect[] }

/** How the person is told; of a receipt for somebody who has left, it waits for nobody. */
const deposited = (owner: OwnerId, amount: Cents) => ({
  kind: 'bank-deposit',
  effects: [
    tellOfDeposit({
      owner,
      template: 'deposit-received',
      values: { amount: formatUsd(amount), how: 'bank' },
    }),
  ],
})

/** How the person is told that it waits in their name. */
const turnedAside = (owner: OwnerId, amount: Cents, isFinal: boolean) => ({
  kind: 'receipt-turned-aside',
  effects: [
    tellOfAside({
      owner,
      template: 'receipt-turned-aside',
      values: { amount: formatUsd(amount), ...(isFinal ? { state: 'final' } : {}) },
    }),
  ],
})

/**
 * Whether more arrives for a person than may come in. Decided again it is as it was: the limits are the operator's, and the
 * journal keeps what came of them.
 */
function isBeyond(
  world: World,
  { owner, amount }: { owner: OwnerId; amount: Cents },
  { limits, turnedAside: wasTurnedAside }: Bounds,
  at: Instant,
): boolean {
  if (limits === fitted) return wasTurnedAside === true
  return roomBelow(world, { owner, moving: arriving, amount }, limits, at) !== null
}

/** Money that has arrived can't be refused: whose owner is unknown, or has left since, waits in suspense, as what is beyond its owner's limit does in their name. */
function receive(world: World, entry: BankEntry, by: Decided, bounds: Bounds): Made {
  const isOpen = entry.owner !== null && world.owners.get(entry.owner)?.status !== 'closed'
  const owner = isOpen ? entry.owner : null
  const { amount } = entry
  if (owner !== null && isBeyond(world, { owner, amount }, bounds, by.decidedAt!))
    return {
      postings: receiptPostings(null, amount),
      put: [bankEntries.row({ ...entry, ...by, status: 'suspense' })],
      ...turnedAside(owner, amount, verificationIn(world, owner, by.decidedAt!).isFinal),
    }
  const status = owner === null ? 'suspense' : 'booked'
  const put = [bankEntries.row({ ...entry, ...by, owner, status })]
  const postings = receiptPostings(owner, amount)
  return owner === null
    ? { postings, put, kind: 'receipt-unassigned' }
    : { postings, put, ...deposited(owner, amount) }
}

type Decided = Pick<BankEntry, 'decidedAt' | 'decidedBy'>

/** The receipt that an entry is about, as it was when that was proposed. */
function receiptOf(world: World, entry: BankEntry): BankEntry | Refusal {
  const receipt = world.get(bankEntries, entry.receipt!)
  if (!receipt) return refuse('unknown_entry')
  if (receipt.amount !== entry.amount) return refuse('not_as_recorded')
  return receipt
}

function withReceipt(world: World, entry: BankEntry, by: Decided, bounds: Bounds): Made | Refusal {
  const receipt = receiptOf(world, entry)
  if ('code' in receipt) return receipt
  const wasReturned = entry.kind === 'return' ? null : refusalOfRelease(world, receipt.id)
  if (wasReturned) return wasReturned
  const { owner, amount } = entry
  const put = (left: Partial<BankEntry>): Put[] => [
    bankEntries.row({ ...entry, ...by, status: 'done' }),
    bankEntries.row({ ...receipt, ...left }),
  ]
  if (entry.kind === 'undoing') {
    if (receipt.status !== 'booked' && receipt.status !== 'suspense') return refuse('not_booked')
    const postings = undoingPostings(world, receipt)
    if ('code' in postings) return postings
    return {
      postings,
      kind: 'bank-deposit-undone',
      put: put({ status: 'undone' }),
      effects: owner === null ? [] : tellOfUndoing(world, entry, owner),
    }
  }
  if (receipt.status !== 'suspense') return refuse('not_in_suspense')
  if (entry.kind === 'return' || owner === null) return sendBack(world, entry, by, put)
  if (world.owners.get(owner)?.status === 'closed') return refuse('account_closed')
  // It waits on, in their name: nothing moves.
  if (isBeyond(world, { owner, amount }, bounds, by.decidedAt!))
    return {
      postings: [],
      put: put({ owner }),
      ...turnedAside(owner, amount, verificationIn(world, owner, by.decidedAt!).isFinal),
    }
  return {
    postings: assignmentPostings(owner, amount),
    put: put({ status: 'booked', owner }),
    ...deposited(owner, amount),
  }
}

/** Money leaves, as with a withdrawal. */
function sendBack(
  world: World,
  { owner, receipt, amount, reference }: BankEntry,
  { decidedAt, decidedBy }: Decided,
  put: (left: Partial<BankEntry>) => Put[],
): Made | Refusal {
  const matched = matchEarlier(
    world,
    { kind: 'return', person: null, request: receipt!, reference: reference!, amount },
    { at: decidedAt!, actor: decidedBy },
  )
  if ('code' in matched) return matched
  return {
    postings: returnPostings(amount),
    kind: owner === null ? 'receipt-returned' : 'deposit-sent-back',
    put: [...put({ status: 'returned' }), ...matched],
  }
}

function tellOfUndoing(world: World, entry: BankEntry, owner: OwnerId): Effect[] {
  if (world.owners.get(owner)?.status === 'closed') return []
  const { balance } = borneBy(world, entry)
  const values = {
    amount: formatUsd(entry.amount),
    taken: formatUsd(balance),
    ...(entry.reason === null ? {} : { reason: entry.reason }),
  }
  return [mail({ owner, template: 'receipt-undone', values })]
}

function make(world: World, entry: BankEntry, by: Decided, bounds: Bounds): Made | Refusal {
  if (entry.kind === 'receipt') return receive(world, entry, by, bounds)
  if (entry.kind !== 'charge' && entry.kind !== 'interest')
    return withReceipt(world, entry, by, bounds)
  const postings = entry.kind === 'charge' ? chargePostings(world, entry) : interestPostings(entry)
  if ('code' in postings) return postings
  return {
    postings,
    kind: entry.kind === 'charge' ? 'bank-charged' : 'bank-interest',
    put: [bankEntries.row({ ...entry, ...by, status: 'done' })],
  }
}

/** `turnedAside` says what came of the limits, where it is decided again. */
type Bounds = { limits: SetLimits; turnedAside?: boolean }

/** What the screen showed when it was confirmed. */
export type ApproveBankEntry = OnEntry &
  Bounds & {
    shown?: { amount?: Cents | undefined; reference?: string | null | undefined } | undefined
  }

export const approveBankEntry = defineDecisionOfTwo<ApproveBankEntry, Place>({
  ...onEntry,
  needs(c, found) {
    const needs = onEntry.needs(c, found)
    const owner = found?.owner ?? null
    return owner === null
      ? needs
      : { ...needs, read: [...(needs.read ?? []), ...needsOfLimits(owner, arriving, c.limits)] }
  },
  recall(kept, world) {
    const { entry, found } = recallEntry(kept, world)
    const turnedAside = kept.input.turnedAside === 'yes'
    return { command: { entry, limits: fitted, turnedAside }, found }
  },
  decide(world, c, context, two) {
    const entry = openFor(world, c, context)
    if ('code' in entry) return entry
    const { actor, at } = context
    const { amount = entry.amount, reference = entry.reference } = c.shown ?? {}
    if (amount !== entry.amount || reference !== entry.reference) return refuse('not_as_shown')
    const notTwo = two.refusal({ first: entry.proposedBy, about: [entry.owner] })
    if (notTwo) return notTwo
    const made = make(world, entry, { decidedAt: at, decidedBy: actor }, c)
    if ('code' in made) return made
    const { postings, kind, put, effects = [] } = made
    return {
      postings,
      activity: listed(entry.owner, kind),
      put,
      effects,
      facts: {
        amount: String(entry.amount),
        proposedBy: entry.proposedBy,
        ...(entry.reference === null ? {} : { reference: entry.reference }),
        ...(kind === 'receipt-turned-aside' ? { turnedAside: 'yes' } : {}),
      },
      ...(entry.reason === null ? {} : { texts: { reason: entry.reason } }),
    }
  },
  reply(world, { entry: id }) {
    const entry = world.get(bankEntries, id)!
    const receipt = entry.receipt === null ? entry : world.get(bankEntries, entry.receipt)!
    if (receipt.status !== 'suspense') return said(200, 'Booked.')
    return receipt.owner === null
      ? said(200, 'Booked. It waits in suspense until it is known whose it is.')
      : said(200, 'Booked. It is beyond the limit of this user, and waits in their name.')
  },
})

export type RefuseBankEntry = OnEntry & { reason: string }

/** By another administrator, or taken back by who proposed it. Its reference can be recorded again: nothing was booked under it. */
export const refuseBankEntry = defineStaffCommand<RefuseBankEntry, Place>({
  ...onEntry,
  needs: ({ entry }, found) => {
    const { exact: _, ...needs } = onEntry.needs({ entry }, found)
    return needs
  },
  recall(kept, world) {
    const { entry, found } = recallEntry(kept, world)
    return { command: { entry, reason: wordsOf(kept, 'reason') }, found }
  },
  decide(world, c, context) {
    const entry = openFor(world, c, context)
    if ('code' in entry) return entry
    const { actor, at } = context
    const status = actor === entry.proposedBy ? 'withdrawn' : 'rejected'
    const left = { status, refusalReason: c.reason, decidedAt: at, decidedBy: actor } as const
    return {
      postings: [],
      activity: listed(entry.owner, 'bank-entry-refused'),
      put: [bankEntries.row({ ...entry, ...left })],
      facts: { amount: String(entry.amount), proposedBy: entry.proposedBy },
      texts: { reason: c.reason },
    }
  },
  reply: (world, { entry }) =>
    said(200, `Entry ${world.get(bankEntries, entry)!.status}. Nothing was booked.`),
})

/** What is booked of an entry at the bank, and who is told. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import type { Effect } from '../../desk/effect.ts'
import type { Put } from '../../desk/read.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { mail as tellOfDeposit } from '../deposits/mails.ts'
import { arrived, clearingPostings } from '../import-records/clearing.ts'
import { matchEarlier } from '../payouts/blocks/match.ts'
import { roomBelow, verificationIn, type SetLimits } from '../verification/limits.ts'
import { mail as tellOfAside } from '../verification/mails.ts'
import { arriving } from '../verification/received.ts'
import { mail } from './mails.ts'
import {
  assignmentPostings,
  chargePostings,
  interestPostings,
  receiptPostings,
  returnPostings,
  reversalOf,
} from './postings.ts'
import { bankEntries, type BankEntry } from './table.ts'

type Booked = Omit<BankEntry, 'status'>
type Made = { postings: Posting[]; kind: string; put: Put[]; effects?: Effect[] }

/** Of a person's money, in their list and in the firm's; of nobody's, in the firm's. */
export const listed = (owner: OwnerId | null, kind: string) =>
  (owner === null || owner === firm ? [firm] : [owner, firm]).map((one) => ({ owner: one, kind }))

/** How the person is told. */
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
function overLimit(world: World, { amount, bookedAt }: Booked, owner: OwnerId) {
  const { isFinal } = verificationIn(world, owner, bookedAt)
  const values = { amount: formatUsd(amount), ...(isFinal ? { state: 'final' } : {}) }
  return {
    kind: 'bank-deposit-over-limit',
    effects: [tellOfAside({ owner, template: 'bank-deposit-over-limit', values })],
  }
}

/** Money that has arrived can't be refused: whose owner is unknown waits in suspense, as what is beyond its owner's limit does in their name. */
function receive(world: World, entry: Booked, isBeyond: boolean): Made {
  const { owner, amount } = entry
  const isSuspended = owner === null || isBeyond
  const made = {
    postings: receiptPostings(isSuspended ? null : owner, amount),
    put: [bankEntries.row({ ...entry, status: isSuspended ? 'suspense' : 'booked' })],
  }
  if (owner === null) return { ...made, kind: 'receipt-unassigned' }
  return { ...made, ...(isBeyond ? overLimit(world, entry, owner) : deposited(owner, amount)) }
}

/** The rows of an entry and of the receipt that it is about. */
const rowsOf = (world: World, entry: Booked, left: Partial<BankEntry>): Put[] => [
  bankEntries.row({ ...entry, status: 'done' }),
  bankEntries.row({ ...world.get(bankEntries, entry.receipt!)!, ...left }),
]

function assign(world: World, entry: Booked, isBeyond: boolean): Made {
  const { amount } = entry
  const owner = entry.owner!
  // It waits on, in their name: nothing moves.
  if (isBeyond)
    return {
      postings: [],
      put: rowsOf(world, entry, { owner }),
      ...overLimit(world, entry, owner),
    }
  return {
    postings: assignmentPostings(owner, amount),
    put: rowsOf(world, entry, { owner, status: 'booked' }),
    ...deposited(owner, amount),
  }
}

/** Money leaves, as with a withdrawal. */
function sendBack(world: World, entry: Booked): Made {
  const { owner, receipt, amount, reference, bookedAt: at, bookedBy: actor } = entry
  const paid = { person: null, request: receipt!, reference: reference!, amount }
  const matched = made(matchEarlier(world, { kind: 'return', ...paid }, { at, actor }))
  return {
    postings: returnPostings(amount),
    kind: owner === null ? 'receipt-returned' : 'deposit-returned',
    put: [...rowsOf(world, entry, { status: 'returned' }), ...matched],
  }
}

function takeBack(world: World, entry: Booked): Made {
  const { owner, amount, reason, bookedAt: at } = entry
  const receipt = world.get(bankEntries, entry.receipt!)!
  const isTold = owner !== null && world.owners.get(owner)?.status !== 'closed'
  const { postings, taken, undone } = reversalOf(world, receipt, at)
  const values = {
    amount: formatUsd(amount),
    taken: formatUsd(taken),
    ...(reason === null ? {} : { reason }),
  }
  return {
    postings,
    kind: 'bank-deposit-reversed',
    put: [...rowsOf(world, entry, { status: 'reversed' }), ...undone.put],
    effects: isTold
      ? [mail({ owner, template: 'receipt-reversed', values }), ...undone.effects]
      : [],
  }
}

/** What can't be refused any more: it was asked just before. */
function made<T extends object>(found: T | Refusal): T {
  if ('code' in found) throw new Error(`It was agreed to, and then refused: ${found.code}`)
  return found
}

function make(world: World, entry: Booked, limits: SetLimits): Made {
  const { kind, owner, amount, bookedAt: at } = entry
  const isBeyond =
    owner !== null &&
    (kind === 'receipt' || kind === 'assignment') &&
    roomBelow(world, { owner, moving: arriving, amount }, limits, at) !== null
  switch (kind) {
    case 'receipt':
      return receive(world, entry, isBeyond)
    case 'assignment':
      return assign(world, entry, isBeyond)
    case 'return':
      return sendBack(world, entry)
    case 'reversal':
      return takeBack(world, entry)
    case 'migration-clearing':
      return {
        postings: clearingPostings(amount),
        kind: 'migration-cleared',
        put: [bankEntries.row({ ...entry, status: 'done' }), arrived(world, amount)],
      }
    default:
      return {
        postings: kind === 'charge' ? chargePostings(entry) : interestPostings(entry),
        kind: kind === 'charge' ? 'bank-charge-booked' : 'bank-interest-booked',
        put: [bankEntries.row({ ...entry, status: 'done' })],
      }
  }
}

export function book(world: World, entry: Booked, limits: SetLimits): Changes {
  const { postings, kind, put, effects = [] } = make(world, entry, limits)
  return {
    postings,
    activity: listed(entry.owner, kind),
    put,
    effects,
    facts: kind === 'bank-deposit-over-limit' ? { overLimit: 'yes' } : {},
  }
}

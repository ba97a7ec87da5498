/**
 * How the firm closes its open position in coins: one administrator records what was sold, bought or covered, another approves it,
 * and that books it. It is nobody's personal money. All of it holds the firm's lock: a reference and a transaction count once, and
 * no more is sold, bought or covered than there is. What a transaction moved on the chain, and the last rate, was asked before.
 */
import type { CoinEntryKind } from '../../contract/coin-exchange.ts'
import type { Refusal } from '../../contract/problems.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { centsIfAny, centsOf, textOf, wordsIfAny, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatBitcoin } from '../../lib/bitcoin-amount.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { Cents } from '../../lib/money.ts'
import { defineDecisionOfTwo, isAdministrator, type Two } from '../approvals/two.ts'
import { holderOf, withReference } from '../receipts/table.ts'
import { entryPostings } from './postings.ts'
import { isFarOff, rateWords } from './rate.ts'
import {
  coinEntries,
  coinsWithReference,
  isReferenceOfCoins,
  isTransactionTaken,
  withTransaction,
  type CoinEntry,
} from '../receipts/coin-entries.ts'

const listed = (kind: string) => [{ owner: firm, kind }]

/** Satoshi that came to the wallet by it, or left with a minus; null: no block has it, or a batch of payouts is it. */
export type OnChain = { moved: bigint | null }

const movedBy = (kind: CoinEntryKind, quantity: bigint) => (kind === 'sale' ? -quantity : quantity)

/** What the chain says of the same transaction is believed more than what somebody typed. */
function refusalOfMoved(
  { kind, quantity }: Pick<CoinEntry, 'kind' | 'quantity'>,
  moved: bigint,
): Refusal | null {
  if (moved === movedBy(kind, quantity!)) return null
  const size = moved < 0n ? -moved : moved
  return refuse(
    'coins_not_moved',
    `By this transaction ${formatBitcoin(size)} ${moved < 0n ? 'left' : 'came to'} the wallet, its fee and change counted. Nothing was booked: enter that, or the right transaction.`,
  )
}

function refusalOfUse(world: World, reference: string, txid: string | null): Refusal | null {
  if (holderOf(world, reference) || isReferenceOfCoins(world, reference))
    return refuse(
      'reference_used',
      'An entry with this reference exists already, however it is spelled. Nothing was recorded.',
    )
  if (txid === null || !isTransactionTaken(world, txid)) return null
  const message = 'An entry with this transaction exists already. Nothing was recorded.'
  return { ...refuse('reference_used', message), fields: { txid: message } }
}

type Proposed = Pick<
  CoinEntry,
  'kind' | 'quantity' | 'amount' | 'txid' | 'reference' | 'rate' | 'reason'
>

/** It stands there, and nothing is booked yet. */
function propose(world: World, given: Proposed, { id, at, actor }: Context): Decision {
  if (!isAdministrator(world, actor)) return refuse('forbidden')
  if (isFarOff(given) && given.reason === null) return refuse('rate_unexplained')
  const postings = entryPostings(world, given)
  if ('code' in postings) return postings
  const entry: CoinEntry = {
    id,
    owner: firm,
    ...given,
    status: 'proposed',
    refusalReason: null,
    proposedAt: at,
    proposedBy: actor,
    decidedAt: null,
    decidedBy: null,
  }
  return {
    postings: [],
    activity: listed('coin-entry-proposed'),
    put: [coinEntries.row(entry)],
    ...(given.reason === null ? {} : { texts: { reason: given.reason } }),
  }
}

const awaited = 'A second, different administrator must approve this. Nothing has been booked yet.'

export type RecordCoinExchange = OnChain & {
  kind: 'sale' | 'purchase'
  quantity: bigint
  amount: Cents
  txid: string
  reference: string
  rate: Rate | null
  reason: string | null
}

/** A number that may be missing, as the journal keeps it. */
const kept = (name: string, value: bigint | null) =>
  value === null ? {} : { [name]: String(value) }

export const recordCoinExchange = defineStaffCommand<RecordCoinExchange>({
  recall: (from) => ({
    command: {
      kind: textOf(from, 'kind') as RecordCoinExchange['kind'],
      quantity: centsOf(from, 'quantity'),
      amount: centsOf(from, 'amount'),
      txid: textOf(from, 'txid'),
      reference: textOf(from, 'reference'),
      rate: centsIfAny(from, 'rate') ?? null,
      moved: centsIfAny(from, 'moved') ?? null,
      reason: wordsIfAny(from, 'reason'),
    },
  }),
  journal: ({ kind, quantity, amount, txid, reference, rate, moved }) => ({
    kind,
    quantity: String(quantity),
    amount: String(amount),
    txid,
    reference,
    ...kept('rate', rate),
    ...kept('moved', moved),
  }),
  subject: () => firm,
  needs: ({ reference, txid }) => ({
    owners: [firm],
    administrators: true,
    exact: true,
    read: [withReference(reference), coinsWithReference(reference), withTransaction(txid)],
  }),
  decide(world, { moved, ...given }, context) {
    const refusal =
      refusalOfUse(world, given.reference, given.txid) ??
      (moved === null ? null : refusalOfMoved(given, moved))
    return refusal ?? propose(world, given, context)
  },
  reply: (_, c) => said(202, `${awaited} ${rateWords(c)!}`),
})

export type RecordPositionCover = { amount: Cents; reference: string; reason: string | null }

export const recordPositionCover = defineStaffCommand<RecordPositionCover>({
  recall: (from) => ({
    command: {
      amount: centsOf(from, 'amount'),
      reference: textOf(from, 'reference'),
      reason: wordsIfAny(from, 'reason'),
    },
  }),
  journal: ({ amount, reference }) => ({ amount: String(amount), reference }),
  subject: () => firm,
  needs: ({ reference }) => ({
    owners: [firm],
    administrators: true,
    exact: true,
    read: [withReference(reference), coinsWithReference(reference)],
  }),
  decide: (world, c, context) =>
    refusalOfUse(world, c.reference, null) ??
    propose(world, { kind: 'cover', quantity: null, txid: null, rate: null, ...c }, context),
  reply: () => said(202, awaited),
})

type OnEntry = { entry: string }

const needsOf = ({ entry }: OnEntry): Needs => ({
  owners: [firm],
  administrators: true,
  read: [coinEntries.byId(entry)],
})

/** What is still to be decided. */
function openFor(world: World, { entry: id }: OnEntry, actor: OwnerId | null): CoinEntry | Refusal {
  const entry = world.get(coinEntries, id)
  if (!entry) return refuse('unknown_coin_entry')
  if (entry.status !== 'proposed')
    return refuse('already_decided', 'This entry has already been decided. Nothing was booked.')
  return isAdministrator(world, actor) ? entry : refuse('forbidden')
}

const bookedAs = {
  sale: 'coins-sold',
  purchase: 'coins-bought',
  cover: 'position-covered',
} as const satisfies Record<CoinEntryKind, string>

/** What the journal keeps of what is decided on. */
const factsOf = ({ amount, txid, reference, proposedBy }: CoinEntry) => ({
  amount: String(amount),
  ...(txid === null ? {} : { txid }),
  reference,
  proposedBy,
})

/** `rate`: as it is settled now, which may not be what it was when this was recorded. */
export type ApproveCoinEntry = OnEntry &
  OnChain & {
    rate: Rate | null
    /** What the screen showed when it was confirmed. */
    shown?:
      | {
          amount?: Cents | undefined
          quantity?: bigint | null | undefined
          reference?: string | undefined
        }
      | undefined
  }

function isAsShown(entry: CoinEntry, shown: ApproveCoinEntry['shown'] = {}): boolean {
  const { amount = entry.amount, quantity = entry.quantity, reference = entry.reference } = shown
  return amount === entry.amount && quantity === entry.quantity && reference === entry.reference
}

/** It may be booked by whoever approves it, or why not. */
function approvable(
  { moved, shown }: ApproveCoinEntry,
  entry: CoinEntry,
  two: Two,
): Refusal | null {
  if (!isAsShown(entry, shown)) return refuse('not_as_shown')
  const notTwo = two.refusal({ first: entry.proposedBy })
  if (notTwo) return notTwo
  if (entry.kind === 'cover') return null
  return moved === null ? refuse('coins_not_moved') : refusalOfMoved(entry, moved)
}

export const approveCoinEntry = defineDecisionOfTwo<ApproveCoinEntry>({
  recall: (from) => ({
    command: {
      entry: textOf(from, 'entry'),
      rate: centsIfAny(from, 'rate') ?? null,
      moved: centsIfAny(from, 'moved') ?? null,
    },
  }),
  journal: ({ entry, rate, moved }) => ({ entry, ...kept('rate', rate), ...kept('moved', moved) }),
  subject: () => firm,
  needs: (c) => ({ ...needsOf(c), exact: true }),
  decide(world, c, { actor, at }, two) {
    const entry = openFor(world, c, actor)
    if ('code' in entry) return entry
    const refusal = approvable(c, entry, two)
    if (refusal) return refusal
    const postings = entryPostings(world, entry)
    if ('code' in postings) return postings
    const left = { status: 'booked', decidedAt: at, decidedBy: actor } as const
    return {
      postings,
      activity: listed(bookedAs[entry.kind]),
      put: [coinEntries.row({ ...entry, ...left })],
      facts: factsOf(entry),
      ...(entry.reason === null ? {} : { texts: { reason: entry.reason } }),
    }
  },
  reply(world, { entry: id, rate }) {
    const words = rateWords({ ...world.get(coinEntries, id)!, rate })
    return said(200, words === null ? 'Booked.' : `Booked. ${words}`)
  },
})

export type RefuseCoinEntry = OnEntry & { reason: string }

const recallRefusal = (from: Journaled): RefuseCoinEntry => ({
  entry: textOf(from, 'entry'),
  reason: wordsOf(from, 'reason'),
})

/** By another administrator, or taken back by who recorded it. Its reference and transaction can be recorded again. */
export const refuseCoinEntry = defineStaffCommand<RefuseCoinEntry>({
  recall: (from) => ({ command: recallRefusal(from) }),
  journal: ({ entry }) => ({ entry }),
  subject: () => firm,
  needs: needsOf,
  decide(world, c, { actor, at }) {
    const entry = openFor(world, c, actor)
    if ('code' in entry) return entry
    const status = actor === entry.proposedBy ? 'withdrawn' : 'rejected'
    const left = { status, refusalReason: c.reason, decidedAt: at, decidedBy: actor } as const
    return {
      postings: [],
      activity: listed('coin-entry-refused'),
      put: [coinEntries.row({ ...entry, ...left })],
      facts: factsOf(entry),
      texts: { reason: c.reason },
    }
  },
  reply: (world, { entry }) =>
    said(200, `Entry ${world.get(coinEntries, entry)!.status}. Nothing was booked.`),
})

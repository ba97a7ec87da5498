/**
 * Coins that the firm sold or bought, and what capital bears of coins: booked once two have agreed to it. A reference and a
 * transaction count once, and no more is sold, bought or covered than there is. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { formatCoins } from '../../lib/coin-amount.ts'
import { coinOfEntry, isSale, type CoinEntryKind } from '../../lib/coin-entry.ts'
import { defineProposal } from '../proposals/kind.ts'
import {
  coinEntries,
  isTransactionTaken,
  withTransaction,
  type CoinEntry,
} from '../receipts/coin-entries.ts'
import { heldReference, isReferenceTaken, needsOfReference } from '../receipts/references.ts'
import { entryPostings, refusalOfBooking } from './postings.ts'
import { presentExchanged } from './present.ts'
import { isFarOff } from './rate.ts'

/** Satoshi, cents and millionths of a dollar as text. */
export type CoinFacts = {
  kind: CoinEntryKind
  quantity: string | null
  amount: string
  txid: string | null
  reference: string
  rate: string | null
}

/** Why it is far from the last rate. */
export type CoinWords = { reason?: string }

/** Satoshi that came to the wallet by the transaction, or left with a minus; null: no block has it, or a batch of payouts is it. */
export type OnChain = { moved: string | null }

export type Exchanged = Pick<
  CoinEntry,
  'kind' | 'quantity' | 'amount' | 'txid' | 'reference' | 'rate'
>

const textOf = (value: bigint | null) => (value === null ? null : String(value))
const numberOf = (text: string | null) => (text === null ? null : BigInt(text))

export const factsOf = ({ quantity, amount, rate, ...rest }: Exchanged): CoinFacts => ({
  ...rest,
  quantity: textOf(quantity),
  amount: String(amount),
  rate: textOf(rate),
})

const exchangedIn = ({ quantity, amount, rate, ...rest }: CoinFacts): Exchanged => ({
  ...rest,
  quantity: numberOf(quantity),
  amount: BigInt(amount),
  rate: numberOf(rate),
})

export const movedBy = ({ kind, quantity }: Pick<Exchanged, 'kind' | 'quantity'>) =>
  isSale(kind) ? -quantity! : quantity

/** What the chain says of the same transaction is believed more than what somebody typed. */
function refusalOfMoved(exchanged: Exchanged, { moved: text }: OnChain): Refusal | null {
  if (exchanged.quantity === null) return null
  const moved = numberOf(text)
  if (moved === null) return refuse('coins_not_moved')
  if (moved === movedBy(exchanged)) return null
  const size = moved < 0n ? -moved : moved
  return refuse(
    'coins_not_moved',
    `By this transaction ${formatCoins(size, coinOfEntry(exchanged.kind))} ${moved < 0n ? 'left' : 'came to'} the wallet, its fee and change counted. Nothing was booked: enter that, or the right transaction.`,
  )
}

function refusalOfUse(world: World, { reference, txid }: Exchanged): Refusal | null {
  if (isReferenceTaken(world, reference))
    return refuse(
      'reference_used',
      'An entry with this reference exists already, however it is spelled. Nothing was recorded.',
    )
  if (txid === null || !isTransactionTaken(world, txid)) return null
  const message = 'An entry with this transaction exists already. Nothing was recorded.'
  return { ...refuse('reference_used', message), fields: { txid: message } }
}

const bookedAs = {
  sale: 'coins-sold',
  purchase: 'coins-bought',
  'usdt-sale': 'coins-sold',
  'usdt-purchase': 'coins-bought',
  cover: 'position-covered',
  'usdt-fee': 'network-fees-borne',
} as const satisfies Record<CoinEntryKind, string>

export const coinEntry = defineProposal<CoinFacts, OnChain, CoinWords>({
  name: 'coin-entry',
  called: 'exchange of coins, cover or fees',
  lastsForMs: null,
  about: () => null,
  holds: ({ reference }) => heldReference(reference),
  holdsToo: ({ txid }) => (txid === null ? null : `transaction ${txid}`),
  whenHeld:
    'Something with this reference or transaction is proposed already, however it is spelled. Nothing was recorded: decide on that first.',
  asks: true,
  needs: ({ reference, txid }) => ({
    owners: [firm],
    exact: true,
    read: [...needsOfReference(reference), ...(txid === null ? [] : [withTransaction(txid)])],
  }),
  refusal(world, facts, _, onChain, { reason }) {
    const exchanged = exchangedIn(facts)
    return (
      refusalOfUse(world, exchanged) ??
      refusalOfMoved(exchanged, onChain) ??
      (isFarOff(exchanged) && reason === undefined ? refuse('rate_unexplained') : null) ??
      refusalOfBooking(world, exchanged)
    )
  },
  apply(_, facts, { id, at, actor }, { words: { reason = null }, first }) {
    const exchanged = exchangedIn(facts)
    const key = { referenceKey: referenceKey(facts.reference) }
    const by = { firstAt: first!.at, firstBy: first!.by, bookedAt: at, bookedBy: actor! }
    return {
      postings: entryPostings(exchanged),
      activity: [{ owner: firm, kind: bookedAs[facts.kind] }],
      put: [coinEntries.row({ id, owner: firm, ...exchanged, ...key, reason, ...by })],
    }
  },
  show: (facts) => presentExchanged(exchangedIn(facts)),
  noted: ({ amount, txid, reference }) => ({
    amount,
    ...(txid === null ? {} : { txid }),
    reference,
  }),
})

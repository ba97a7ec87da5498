/**
 * Coins in the books against coins on the chain. Everything that may be between the two is named; what is left over after that is a
 * difference, which must be nothing. Amounts are satoshi; an item's is what the chain has more by it. Pure.
 */
import type { CoinItemKind } from '../../contract/coin-items.ts'
import type { BatchStatus } from '../../contract/payout-batch.ts'
import { centsOf, type Rate } from '../../lib/exchange-rate.ts'
import type { Cents } from '../../lib/money.ts'
import type { Waits } from '../coin-deposits/waits.ts'

/** What a transaction in a block took from the wallet: its coins, less what of them came back to addresses of the firm's own. */
export type Spending = {
  txid: string
  net: bigint
  /** Of the batch that it is, what is booked; null: it is none. */
  batch: { status: BatchStatus; quantity: bigint; fee: bigint; paid: bigint } | null
  /** A sale of it is booked. */
  isSold: boolean
}

/** What is booked of a transaction that is in no block. */
type Lost = { txid: string; quantity: bigint }

export type Found = {
  /** In the wallet, as the books say. */
  books: bigint
  /** In a block and unspent, at addresses of the firm's. */
  chain: bigint
  /** In a block, for people, and not credited. */
  arrived: readonly { quantity: bigint; waits: Waits }[]
  /** In a block, at addresses of the firm's own, not by what spent the firm's coins, and not bought. */
  own: { quantity: bigint; count: number }
  /** Not all that spent coins: what is settled, and what is sold, needs no name. */
  spent: readonly Spending[]
  credited: readonly Lost[]
  paid: readonly Lost[]
  /** Below zero: sold. */
  exchanged: readonly Lost[]
}

export type Item = { kind: CoinItemKind; quantity: bigint; count: number; txid: string | null }

/** By these payouts stop: coins may be missing, or be paid twice. */
const stopping: ReadonlySet<CoinItemKind> = new Set([
  'credited-in-no-block',
  'payout-in-no-block',
  'exchange-in-no-block',
  'unknown-spending',
])
export const stopsPayouts = ({ kind }: Pick<Item, 'kind'>): boolean => stopping.has(kind)

const heldUp = {
  minimum: 'below-minimum',
  rate: 'without-rate',
  position: 'beyond-position',
  check: 'checked',
} as const satisfies Record<string, CoinItemKind>

function kindOf(waits: Waits): CoinItemKind {
  if (waits.state === 'due') return 'due'
  if (waits.state !== 'held-up') return 'confirming'
  return heldUp[waits.by]
}

const waitingKinds = [
  'confirming',
  'below-minimum',
  'without-rate',
  'beyond-position',
  'checked',
  'due',
] as const satisfies CoinItemKind[]

/** One item for each thing that is waited for. */
function arrivals(arrived: Found['arrived']): Item[] {
  return waitingKinds.map((kind) => {
    const some = arrived.filter(({ waits }) => kindOf(waits) === kind)
    const quantity = some.reduce((sum, one) => sum + one.quantity, 0n)
    return { kind, quantity, count: some.length, txid: null }
  })
}

/** What of a batch that is in a block isn't booked. One that could never be in a block is as unknown as any other. */
function spendings({ txid, net, batch, isSold }: Spending): Item[] {
  const item = (kind: CoinItemKind, quantity: bigint): Item => ({ kind, quantity, count: 1, txid })
  if (isSold) return []
  if (batch === null || batch.status === 'void') return [item('unknown-spending', -net)]
  const { status, quantity, fee, paid } = batch
  return [
    item('payout-not-booked', paid - quantity),
    item('fee-not-booked', status === 'settled' ? 0n : -fee),
  ]
}

const lost = (kind: CoinItemKind, all: readonly Lost[], sign: 1n | -1n): Item[] =>
  all.map(({ txid, quantity }) => ({ kind, quantity: sign * quantity, count: 1, txid }))

/** All that is between the two, and what nothing explains. */
export function reconcile(found: Found): { items: Item[]; difference: bigint } {
  const items = [
    ...lost('credited-in-no-block', found.credited, -1n),
    ...lost('payout-in-no-block', found.paid, 1n),
    ...lost('exchange-in-no-block', found.exchanged, -1n),
    ...found.spent.flatMap(spendings),
    ...arrivals(found.arrived),
    { kind: 'own-address' as const, ...found.own, txid: null },
  ].filter(({ quantity }) => quantity !== 0n)
  const named = items.reduce((sum, { quantity }) => sum + quantity, 0n)
  return { items, difference: found.chain - found.books - named }
}

type Held = {
  /** Satoshi. */
  coins: bigint
  owed: Cents
  rate: Rate | null
  limit: Cents | null
}

/** What coins are worth, also where the books have less than none of them. */
const worth = (coins: bigint, rate: Rate): Cents =>
  coins < 0n ? -centsOf(-coins, rate) : centsOf(coins, rate)

/** What the coins are worth, by how much that is more than what is owed for them, and how much more may come. Null: nobody knows, or any. */
export function positionOf({ coins, owed, rate, limit }: Held) {
  if (rate === null) return { value: null, open: null, room: null }
  const value = worth(coins, rate)
  const left = limit === null ? null : limit - value
  return { value, open: value - owed, room: left !== null && left < 0n ? 0n : left }
}

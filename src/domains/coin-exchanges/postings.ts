/** What exchanged coins and a covered position book. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Cents } from '../../lib/money.ts'
import type { CoinEntry } from '../receipts/coin-entries.ts'

const own = (kind: Kind) => ({ owner: firm, kind })
const moving = (debit: Kind, credit: Kind, amount: bigint): Posting => ({
  event: 'coin-exchanged',
  debit: own(debit),
  credit: own(credit),
  amount,
})

type Booked = Pick<CoinEntry, 'kind' | 'quantity' | 'amount'>

/** What isn't there isn't sold, bought with or covered. */
export function refusalOfBooking(world: World, { kind, quantity, amount }: Booked): Refusal | null {
  if (kind === 'sale')
    return -world.balance(firm, 'client-wallet-btc') < quantity! ? refuse('coins_short') : null
  if (kind === 'purchase')
    return -world.balance(firm, 'client-bank') < amount ? refuse('bank_short') : null
  // More would leave capital where nothing leads back from.
  if (-world.balance(firm, 'exchange-usd') < amount) return refuse('cover_beyond')
  return world.balance(firm, 'capital') < amount ? refuse('capital_short') : null
}

const salePostings = (quantity: bigint, amount: Cents): Posting[] => [
  moving('exchange-btc', 'client-wallet-btc', quantity),
  moving('client-bank', 'exchange-usd', amount),
]

const purchasePostings = (quantity: bigint, amount: Cents): Posting[] => [
  moving('client-wallet-btc', 'exchange-btc', quantity),
  moving('exchange-usd', 'client-bank', amount),
]

/** What capital bears goes to the clients' account from the firm's own at once. */
const coverPostings = (amount: Cents): Posting[] => [
  { event: 'position-covered', debit: own('capital'), credit: own('exchange-usd'), amount },
  { event: 'position-covered', debit: own('client-bank'), credit: own('firm-bank'), amount },
]

export function entryPostings({ kind, quantity, amount }: Booked): Posting[] {
  if (kind === 'sale') return salePostings(quantity!, amount)
  return kind === 'purchase' ? purchasePostings(quantity!, amount) : coverPostings(amount)
}

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

/** Or why it can't be: what isn't there isn't sold, bought with or covered. */
export function entryPostings(
  world: World,
  { kind, quantity, amount }: Booked,
): Posting[] | Refusal {
  if (kind === 'sale')
    return -world.balance(firm, 'client-wallet-btc') < quantity!
      ? refuse('coins_short')
      : salePostings(quantity!, amount)
  if (kind === 'purchase')
    return -world.balance(firm, 'client-bank') < amount
      ? refuse('bank_short')
      : purchasePostings(quantity!, amount)
  // More would leave capital where nothing leads back from.
  if (-world.balance(firm, 'exchange-usd') < amount) return refuse('cover_beyond')
  return world.balance(firm, 'capital') < amount ? refuse('capital_short') : coverPostings(amount)
}

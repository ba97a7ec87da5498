/** What exchanged coins, a covered position and fees in TRX book. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { coinOfEntry, isBorne, isSale, type ExchangeKind } from '../../lib/coin-entry.ts'
import type { Cents } from '../../lib/money.ts'
import { coinAccounts } from '../coin-deposits/postings.ts'
import type { CoinEntry } from '../receipts/coin-entries.ts'

const own = (kind: Kind) => ({ owner: firm, kind })
const moving = (debit: Kind, credit: Kind, amount: bigint): Posting => ({
  event: 'coin-exchanged',
  debit: own(debit),
  credit: own(credit),
  amount,
})

type Booked = Pick<CoinEntry, 'kind' | 'quantity' | 'amount'>

/** Where its coins are, and what they are exchanged for. */
function accountsOf(kind: ExchangeKind): Accounts {
  const { wallet, exchange } = coinAccounts[coinOfEntry(kind)]
  return { wallet: wallet.kind, exchange: exchange.kind }
}

/** What isn't there isn't sold, bought with or covered. */
export function refusalOfBooking(world: World, { kind, quantity, amount }: Booked): Refusal | null {
  if (!isBorne(kind)) {
    const { wallet } = accountsOf(kind)
    return isSale(kind)
      ? -world.balance(firm, wallet) < quantity!
        ? refuse('coins_short')
        : null
      : -world.balance(firm, 'client-bank') < amount
        ? refuse('bank_short')
        : null
  }
  // More would leave capital where nothing leads back from.
  if (kind === 'cover' && -world.balance(firm, 'exchange-usd') < amount)
    return refuse('cover_beyond')
  return world.balance(firm, 'capital') < amount ? refuse('capital_short') : null
}

type Accounts = { wallet: Kind; exchange: Kind }

const salePostings = ({ wallet, exchange }: Accounts, quantity: bigint, amount: Cents) => [
  moving(exchange, wallet, quantity),
  moving('client-bank', 'exchange-usd', amount),
]

const purchasePostings = ({ wallet, exchange }: Accounts, quantity: bigint, amount: Cents) => [
  moving(wallet, exchange, quantity),
  moving('exchange-usd', 'client-bank', amount),
]

/** What capital bears goes to the clients' account from the firm's own at once. */
const coverPostings = (amount: Cents): Posting[] => [
  { event: 'position-covered', debit: own('capital'), credit: own('exchange-usd'), amount },
  { event: 'position-covered', debit: own('client-bank'), credit: own('firm-bank'), amount },
]

/** TRX are bought from the firm's own account and burnt: nothing of them is held in the books. */
const feePostings = (amount: Cents): Posting[] => [
  { event: 'bank-charge', debit: own('capital'), credit: own('firm-bank'), amount },
]

export function entryPostings({ kind, quantity, amount }: Booked): Posting[] {
  if (isBorne(kind)) return kind === 'cover' ? coverPostings(amount) : feePostings(amount)
  const exchanged = isSale(kind) ? salePostings : purchasePostings
  return exchanged(accountsOf(kind), quantity!, amount)
}

/** What coins book as they come and as the chain takes them away again. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import { bornePostings, borneBy, moving, type Borne } from '../deposits/reversal.ts'
import type { CoinDeposit } from './table.ts'

const own = (kind: Kind) => ({ owner: firm, kind })

/** Where coins are, and what they were exchanged for. */
export const coinAccounts = {
  BTC: { wallet: own('client-wallet-btc'), exchange: own('exchange-btc') },
  USDT: { wallet: own('client-wallet-usdt'), exchange: own('exchange-usdt') },
} as const satisfies Record<Coin, { wallet: Posting['debit']; exchange: Posting['debit'] }>

type Credited = Pick<CoinDeposit, 'coin' | 'owner' | 'quantity' | 'amount' | 'restored' | 'status'>

/** In which account it is: its owner's balance, or what waits. */
const placeOf = ({ owner, status }: Credited): Posting['credit'] =>
  status === 'booked' ? { owner: owner!, kind: 'cash' } : own('suspense')

/** Its coins come to the wallet, what they are worth to its owner; what others bore before goes back to the corrections pool first. */
export function creditPostings(deposit: Credited): Posting[] {
  const { coin, quantity, amount, restored } = deposit
  const { wallet, exchange } = coinAccounts[coin]
  const event = 'coin-deposit'
  const debit = own('exchange-usd')
  return [
    { event, debit: wallet, credit: exchange, amount: quantity },
    ...moving({ event, debit, credit: own('corrections-pool') }, restored),
    ...moving({ event, debit, credit: placeOf(deposit) }, amount - restored),
  ]
}

/** To its owner's balance, once it fits. */
export const releasePostings = (deposit: Credited): Posting[] =>
  moving(
    {
      event: 'suspense-assigned',
      debit: own('suspense'),
      credit: placeOf({ ...deposit, status: 'booked' }),
    },
    deposit.amount - deposit.restored,
  )

/** Refused where not even capital can bear it: then the books say more than the chain, until it can. */
export function reversalPostings(
  world: World,
  deposit: Credited,
  at: Instant,
): { postings: Posting[]; borne: Borne } | Refusal {
  const place = placeOf(deposit)
  const wanted = deposit.amount - deposit.restored
  const borne = borneBy(world, { place, wanted, amount: deposit.amount }, at)
  const { capital } = borne
  if (capital > 0n && world.balance(firm, 'capital') < capital) return refuse('capital_short')
  const event = 'coin-deposit-reversed'
  const credit = own('exchange-usd')
  return {
    borne,
    postings: [
      {
        event,
        debit: coinAccounts.BTC.exchange,
        credit: coinAccounts.BTC.wallet,
        amount: deposit.quantity,
      },
      ...bornePostings(borne, { event, credit, place }),
    ],
  }
}

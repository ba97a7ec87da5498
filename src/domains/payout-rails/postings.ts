/** What payouts in coins book. Pure. */
import { firm, type Kind, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { costOf, type Coin, type Rate } from '../../lib/exchange-rate.ts'
import type { Cents } from '../../lib/money.ts'

const own = (kind: Kind) => ({ owner: firm, kind })

const accounts = {
  BTC: { exchange: 'exchange-btc', wallet: 'client-wallet-btc' },
  USDT: { exchange: 'exchange-usdt', wallet: 'client-wallet-usdt' },
} as const satisfies Record<Coin, Record<string, Kind>>

/** What was held for its owner is exchanged for the coins that left. */
export const payoutPostings = (
  owner: OwnerId,
  amount: Cents,
  quantity: bigint,
  coin: Coin,
): Posting[] => [
  {
    event: 'withdrawal-paid',
    debit: { owner, kind: 'held' },
    credit: own('exchange-usd'),
    amount,
  },
  {
    event: 'withdrawal-paid',
    debit: own(accounts[coin].exchange),
    credit: own(accounts[coin].wallet),
    amount: quantity,
  },
]

/** What the network took of the clients' coins is made good in dollars at the batch's rate, from capital. */
export function feePostings(fee: bigint, rate: Rate): Posting[] {
  const amount = costOf(fee, rate)
  return [
    {
      event: 'withdrawal-paid',
      debit: own('network-fee-btc'),
      credit: own('client-wallet-btc'),
      amount: fee,
    },
    { event: 'position-covered', debit: own('capital'), credit: own('exchange-usd'), amount },
    { event: 'position-covered', debit: own('client-bank'), credit: own('firm-bank'), amount },
  ]
}

/** Which approved requests may be carried, by whatever it is. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import { areErased } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { unitsFor, type Coin as CoinName, type Rate } from '../../lib/exchange-rate.ts'
import { walletAddresses } from '../wallets/table.ts'
import { refusalToPay } from '../withdrawals/payable.ts'
import { withdrawals, type Withdrawal } from '../withdrawals/table.ts'
import { refusalOfClaims, type Way } from '../payouts/claims/match.ts'
import type { Payment } from '../payouts/recall.ts'

/** `beside`: what has rules of its own for a request that it has claimed already. */
type Asking = { actor: OwnerId; beside: Way | null; isFitting(request: Withdrawal): boolean }

/** The request, where this administrator may have it carried; or why not. */
export function requestToPay(
  world: World,
  withdrawal: string,
  { actor, beside, isFitting }: Asking,
): Withdrawal | Refusal {
  const request = world.get(withdrawals, withdrawal)
  if (!request) return refuse('unknown_withdrawal')
  if (request.owner === actor) return refuse('not_on_yourself')
  if (request.status !== 'approved' || !isFitting(request)) return refuse('not_approved')
  if (!world.owners.has(request.owner)) return refuse('batch_changed')
  return refusalToPay(world, request.owner) ?? refusalOfClaims(world, withdrawal, beside) ?? request
}

/** Some, at most so many, and none twice. */
export const areSized = (payments: readonly { withdrawal: string }[], most: number): boolean =>
  payments.length > 0 &&
  payments.length <= most &&
  new Set(payments.map(({ withdrawal }) => withdrawal)).size === payments.length

/** What all of them come to. */
export const totalOf = (payments: readonly Pick<Payment, 'quantity' | 'amount'>[]) => ({
  quantity: payments.reduce((sum, { quantity }) => sum + quantity, 0n),
  amount: payments.reduce((sum, { amount }) => sum + amount, 0n),
})

/** At which rate, and how an address is read: null where it is none of the network's. */
type Terms = { rate: Rate; coin: CoinName; scriptOf: (address: string) => string | null }

/** Where the payment of a request in coins goes, null where its person's words are gone; or why it can't be paid so. */
export function scriptToPay(
  world: World,
  { quantity, amount }: Payment,
  request: Withdrawal,
  { rate, coin, scriptOf }: Terms,
): { script: string | null } | Refusal {
  const address = request.walletAddress
  const isGone = address === null || areErased(address)
  const script = isGone ? null : scriptOf(address)
  if (!isGone && script === null) return refuse('not_a_coin_address')
  if (script !== null && world.rows(walletAddresses).some((one) => one.script === script))
    return refuse(
      'not_a_coin_address',
      'This is one of the firm’s own addresses. Nothing was built: return the request, so that its user can ask for another one.',
    )
  return amount === request.amount && quantity > 0n && quantity === unitsFor(amount, rate, coin)
    ? { script }
    : refuse('batch_wrong')
}

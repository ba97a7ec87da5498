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
import { refusalInExport } from '../payouts/exports/match.ts'
import type { Payment } from '../payouts/recall.ts'

/** The request, where this administrator may have it carried; or why not. */
export function requestToPay(
  world: World,
  withdrawal: string,
  actor: OwnerId,
  isFitting: (request: Withdrawal) => boolean,
): Withdrawal | Refusal {
  const request = world.get(withdrawals, withdrawal)
  if (!request) return refuse('unknown_withdrawal')
  if (request.owner === actor) return refuse('not_on_yourself')
  return request.status === 'approved' && isFitting(request) ? request : refuse('not_approved')
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

/** The request that a payment is of, and where it goes; the script is null where its person's words are gone. */
type Paid = { request: Withdrawal; script: string | null }

/** At which rate, and how an address is read: null where it is none of the network's. */
type Terms = { rate: Rate; coin: CoinName; scriptOf: (address: string) => string | null }

/** The request of a payment in coins, and where it goes; or why it can't be paid so. */
export function requestInCoins(
  world: World,
  { withdrawal, quantity, amount }: Payment,
  { rate, coin, scriptOf }: Terms,
  actor: OwnerId,
): Paid | Refusal {
  const request = requestToPay(world, withdrawal, actor, ({ type }) => type === 'bank_transfer')
  if ('code' in request) return request
  if (!world.owners.has(request.owner)) return refuse('batch_changed')
  const stopped = refusalToPay(world, request.owner) ?? refusalInExport(world, withdrawal)
  if (stopped) return stopped
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
    ? { request, script }
    : refuse('batch_wrong')
}

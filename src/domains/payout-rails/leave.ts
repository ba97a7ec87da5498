/** How approved requests leave, whatever carries them: which may, what was paid before a restore, and what is booked of each. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Context, type Journaled } from '../../desk/command.ts'
import type { Put } from '../../desk/read.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import { matchEarlier } from '../payouts/blocks/match.ts'
import { mail } from '../withdrawals/mails.ts'
import { refusalToPay } from '../withdrawals/payable.ts'
import { mailValues } from '../withdrawals/rules.ts'
import { withdrawals } from '../withdrawals/table.ts'
import { isUsed, takeReference } from '../withdrawals/used-once.ts'
import { payoutPostings } from './postings.ts'
import { journalOfPayments, paymentsOf, type Payment } from '../payouts/recall.ts'

/** Whose requests are paid. */
export const ownersOf = (world: World, payments: readonly { withdrawal: string }[]): OwnerId[] => [
  ...new Set(payments.flatMap(({ withdrawal }) => world.get(withdrawals, withdrawal)?.owner ?? [])),
]

/** Needs the requests that are paid. */
export const needsOfRequests = (payments: readonly { withdrawal: string }[]) =>
  payments.map(({ withdrawal }) => withdrawals.byId(withdrawal))

/** What a server keeps outside of the database of what it lets go. */
export type OwnedPayment = Payment & { owner: OwnerId }

/** Each with whose request it pays. */
export const withOwners = (
  payments: readonly Payment[],
  owners: ReadonlyMap<string, OwnerId>,
): OwnedPayment[] =>
  payments.map(({ withdrawal, quantity, amount }) => ({
    withdrawal,
    quantity,
    amount,
    owner: owners.get(withdrawal)!,
  }))

export const journalOfOwned = (payments: readonly OwnedPayment[]) =>
  journalOfPayments(payments).map((one, n) => ({ ...one, person: payments[n]!.owner }))

export const ownedPaymentsOf = (kept: Journaled, world: World): OwnedPayment[] =>
  paymentsOf(kept).map((one) => ({
    ...one,
    owner: world.get(withdrawals, one.withdrawal)?.owner ?? firm,
  }))

/** Why what was built (`kept`) may not leave as it was given along; null: it may. */
export function refusalOfPayments(
  world: World,
  kept: readonly Pick<Payment, 'withdrawal' | 'amount'>[],
  given: readonly OwnedPayment[],
  actor: OwnerId | null,
): Refusal | null {
  const isSame =
    kept.length === given.length &&
    kept.every(
      ({ withdrawal, amount }, n) =>
        withdrawal === given[n]!.withdrawal && amount === given[n]!.amount,
    )
  if (!isSame) return refuse('batch_changed')
  for (const { withdrawal, owner } of given) {
    const request = world.get(withdrawals, withdrawal)!
    if (request.status !== 'approved' || request.owner !== owner) return refuse('not_approved')
    if (owner === actor) return refuse('not_on_yourself')
    const stopped = refusalToPay(world, owner)
    if (stopped) return stopped
  }
  return null
}

/** While payouts are blocked only what left before leaves again: each of its payments under its own reference. */
export function matchedEarlier(
  world: World,
  payments: readonly OwnedPayment[],
  referenceOf: (place: number) => string,
  context: Context,
): Put[] | Refusal {
  const rows: Put[] = []
  for (const [place, { withdrawal, owner, amount }] of payments.entries()) {
    const one = {
      kind: 'withdrawal',
      person: owner,
      request: withdrawal,
      reference: referenceOf(place),
      amount,
    } as const
    const found = matchEarlier(world, one, context)
    if ('code' in found) return found
    rows.push(...found)
  }
  return rows
}

/** `earlier`: the reference under which a restore may list it, where that is another. */
type Left = {
  withdrawal: string
  reference: string
  quantity: bigint
  earlier?: string | undefined
}

/** What is booked of a payout that the chain has; or why nothing is. */
export function bookPayout(
  world: World,
  { withdrawal, reference, quantity, earlier = reference }: Left,
  coin: Coin,
  context: Context,
): Refusal | (Changes & Required<Pick<Changes, 'put' | 'effects'>>) {
  const request = world.get(withdrawals, withdrawal)
  if (!request) return refuse('unknown_withdrawal')
  // Paid by hand, or by another batch; or given back.
  if (request.status !== 'approved')
    return refuse(
      'not_approved',
      'The chain has this payout, and its request is not approved any more. Nothing was booked.',
    )
  if (isUsed(world, 'payout', reference)) return refuse('reference_used')
  const { owner, amount } = request
  // The chain has it, whether others are blocked or not.
  const matched = matchEarlier(
    world,
    { kind: 'withdrawal', person: owner, request: request.id, reference: earlier, amount },
    context,
  )
  return {
    postings: payoutPostings(owner, amount, quantity, coin),
    activity: [{ owner, kind: 'withdrawal-paid' }],
    facts: { amount: String(amount) },
    put: [
      withdrawals.row({ ...request, status: 'paid', payoutReference: reference }),
      takeReference('payout', reference, context.id),
      ...('code' in matched ? [] : matched),
    ],
    effects: [
      mail({ owner, template: 'withdrawal-paid', values: { ...mailValues(request), reference } }),
    ],
  }
}

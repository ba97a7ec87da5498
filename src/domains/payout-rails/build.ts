/**
 * Puts approved requests together, to leave by one file: a batch, a list, or a file for the bank. Each is claimed by one of them
 * alone, and what has claimed it is read for all of them, whatever is built. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type Context,
  type Journaled,
} from '../../desk/command.ts'
import type { Put, Read } from '../../desk/read.ts'
import type { Changes } from '../../desk/records.ts'
import { centsOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import { mayAct, withFirm } from '../approvals/two.ts'
import { openBlockIn, payoutsBlocked } from '../payouts/blocks/table.ts'
import { claimsOn, type Way } from '../payouts/claims/match.ts'
import { journalOfPayments, paymentsOf, type Payment } from '../payouts/recall.ts'
import { addressOf } from '../wallets/table.ts'
import { needsToPay } from '../withdrawals/payable.ts'
import type { Withdrawal } from '../withdrawals/table.ts'
import { needsOfRequests, ownersOf } from './leave.ts'
import { listed } from './rail.ts'
import { areSized, requestToPay } from './request.ts'

type Building = { payments: readonly { withdrawal: string }[] }
type PaymentOf<C extends Building> = C['payments'][number]
export type By = Pick<Context, 'id' | 'at'> & { actor: OwnerId }

type Definition<C extends Building, Terms extends object, Paid extends object> = {
  /** What may have claimed a request already, by rules of its own. */
  beside?: Way
  most: number
  recall(kept: Journaled, world: World): C
  journal(c: C): Record<string, unknown>
  owners(c: C): readonly OwnerId[]
  /** What else is read. */
  read(c: C): Read[]
  /** Under which all are paid, such as the wallet that pays them. */
  terms(world: World, c: C): Terms | Refusal
  isFitting(request: Withdrawal, c: C): boolean
  /** How one is paid. */
  paid(
    world: World,
    payment: PaymentOf<C>,
    of: { request: Withdrawal; terms: Terms; c: C },
  ): Paid | Refusal
  /** What stands there afterwards. */
  rows(
    world: World,
    c: C,
    checked: { terms: Terms; paid: readonly Paid[] },
    by: By,
  ): (Pick<Changes, 'effects'> & { put: Put[] }) | Refusal
  activity: string
  said: string
  shown?(c: C): object
}

export function defineBuild<C extends Building, Terms extends object, Paid extends object>(
  own: Definition<C, Terms, Paid>,
) {
  function check(world: World, c: C, actor: OwnerId) {
    const terms = own.terms(world, c)
    if ('code' in terms) return terms
    const paid: Paid[] = []
    for (const payment of c.payments as readonly PaymentOf<C>[]) {
      const isFitting = (one: Withdrawal) => own.isFitting(one, c)
      const asking = { actor, beside: own.beside ?? null, isFitting }
      const request = requestToPay(world, payment.withdrawal, asking)
      const found = 'code' in request ? request : own.paid(world, payment, { request, terms, c })
      if ('code' in found) return found
      paid.push(found)
    }
    return areSized(c.payments, own.most) ? { terms, paid } : refuse('batch_wrong')
  }

  return defineStaffCommand<C>({
    may: 'pay-out',
    recall: (kept, world) => ({ command: own.recall(kept, world) }),
    journal: (c) => own.journal(c),
    subject: () => firm,
    needs: (c) => ({
      owners: withFirm(own.owners(c)),
      staff: true,
      read: [
        ...payoutsBlocked,
        ...needsOfRequests(c.payments),
        ...needsToPay(own.owners(c)),
        ...c.payments.flatMap(({ withdrawal }) => claimsOn(withdrawal)),
        ...own.read(c),
      ],
    }),
    decide(world, c, { id, at, actor }) {
      if (!mayAct(world, actor, 'pay-out')) return refuse('forbidden')
      if (openBlockIn(world)) return refuse('payouts_blocked')
      const checked = check(world, c, actor)
      if ('code' in checked) return checked
      const rows = own.rows(world, c, checked, { id, at, actor })
      return 'code' in rows ? rows : { postings: [], activity: listed(own.activity), ...rows }
    },
    reply: (_, c, { id }) => said(201, own.said, { id, ...own.shown?.(c) }),
  })
}

/** What is paid in coins, at which rate. */
export type InCoins = {
  payments: readonly Payment[]
  rate: Rate
  sources: string
  /** Whose requests they are, and where they go: what is locked and read, and then looked up for itself. */
  owners: readonly OwnerId[]
  scripts: readonly string[]
}

export const inCoins = {
  journal: ({ payments, rate, sources }: InCoins) => ({
    payments: journalOfPayments(payments),
    rate: String(rate),
    sources,
  }),
  recall(kept: Journaled, world: World): InCoins {
    const payments = paymentsOf(kept)
    const [rate, sources] = [centsOf(kept, 'rate'), textOf(kept, 'sources')]
    return { payments, rate, sources, owners: ownersOf(world, payments), scripts: [] }
  },
  owners: ({ owners }: InCoins) => owners,
  read: ({ scripts }: InCoins) => scripts.map(addressOf),
  isFitting: ({ type }: Withdrawal) => type === 'bank_transfer',
}

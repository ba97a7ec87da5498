import { defineCommand, refuseUnlessOpen } from '../../desk/command.ts'
import { centsOf, fitted, subjectOf, textOf } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { runningOf } from '../investments/table.ts'
import { presentUser } from '../investments/present.ts'
import { needsOfLimits, refusalOfLimits, type SetLimits } from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { mail } from './mails.ts'

export type CreditPlayMoney = {
  owner: OwnerId
  amount: Cents
  asset: 'BTC' | 'USDT'
  limits: SetLimits
}

/** Play money of the demonstration; whether it exists at all is the policy's to say. */
export const creditPlayMoney = defineCommand<CreditPlayMoney>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      amount: centsOf(kept, 'amount'),
      asset: textOf(kept, 'asset') as CreditPlayMoney['asset'],
      limits: fitted,
    },
  }),
  journal: (c) => ({ amount: String(c.amount), asset: c.asset }),
  subject: (c) => c.owner,
  needs: (c) => ({
    owners: [c.owner],
    read: [runningOf(c.owner), ...needsOfLimits(c.owner, arriving, c.limits)],
  }),
  decide(world, c, { at }) {
    const { owner, amount, limits } = c
    const refusal =
      refuseUnlessOpen(world.owners.get(owner)) ??
      // It hasn't arrived from anywhere: unlike a receipt it can be refused.
      refusalOfLimits(world, { owner, moving: arriving, amount }, limits, at)
    if (refusal) return refusal
    return {
      postings: [
        {
          event: 'play-money',
          debit: { owner: firm, kind: 'client-bank' },
          credit: { owner: c.owner, kind: 'cash' },
          amount: c.amount,
        },
      ],
      activity: [{ owner: c.owner, kind: 'deposit' }],
      effects: [
        mail({
          owner: c.owner,
          template: 'deposit-received',
          values: { amount: formatUsd(c.amount), how: 'play-money', asset: c.asset },
        }),
      ],
    }
  },
  reply: (world, c, { at }) => ({
    status: 201,
    body: {
      status: 'success',
      message: `${formatUsd(c.amount)} of play money credited`,
      data: { user: presentUser(world, c.owner, at) },
    },
  }),
})

import type { PoolName } from '../../contract/treasury.ts'
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import { centsOf, textOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Cents } from '../../lib/money.ts'
import { references } from '../withdrawals/table.ts'
import { presentTreasury } from './present.ts'

export const poolKind = {
  returns: 'returns-pool',
  referral: 'referral-pool',
  corrections: 'corrections-pool',
} as const satisfies Record<PoolName, Kind>

const own = (kind: Kind) => ({ owner: firm, kind })

function presentWorld(world: World) {
  return {
    status: 200,
    body: {
      status: 'success',
      data: { treasury: presentTreasury((kind) => world.balance(firm, kind)) },
    },
  }
}

export type PayInCapital = { amount: Cents; reference: string }

export const payInCapital = defineStaffCommand<PayInCapital>({
  recall: (kept) => ({
    command: { amount: centsOf(kept, 'amount'), reference: textOf(kept, 'reference') },
  }),
  journal: (c) => ({ amount: String(c.amount), reference: c.reference }),
  subject: () => firm,
  needs: (c) => ({
    owners: [firm],
    exact: true,
    read: [references.byId(`capital ${c.reference}`)],
  }),
  decide(world, c, { id }) {
    const reference = `capital ${c.reference}`
    if (world.get(references, reference)) return refuse('reference_used')
    return {
      postings: [
        {
          event: 'capital-paid-in',
          debit: own('firm-bank'),
          credit: own('capital'),
          amount: c.amount,
        },
      ],
      activity: [{ owner: firm, kind: 'capital-paid-in' }],
      put: [references.row({ reference, command: id })],
    }
  },
  reply: presentWorld,
})

export type FundPool = { pool: PoolName; amount: Cents }

export function fundingPostings(pool: PoolName, amount: Cents): Posting[] {
  return [
    { event: 'pool-funded', debit: own('capital'), credit: own(poolKind[pool]), amount },
    { event: 'pool-funded', debit: own('client-bank'), credit: own('firm-bank'), amount },
  ]
}

export const fundPool = defineStaffCommand<FundPool>({
  recall: (kept) => ({
    command: { pool: textOf(kept, 'pool') as PoolName, amount: centsOf(kept, 'amount') },
  }),
  journal: (c) => ({ pool: c.pool, amount: String(c.amount) }),
  subject: () => firm,
  needs: () => ({ owners: [firm], exact: true }),
  decide(world, c) {
    if (world.balance(firm, 'capital') < c.amount) return refuse('capital_short')
    return {
      postings: fundingPostings(c.pool, c.amount),
      activity: [{ owner: firm, kind: 'pool-funded' }],
    }
  },
  reply: presentWorld,
})

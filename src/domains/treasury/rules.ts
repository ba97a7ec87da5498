import type { PoolName, Treasury } from '../../contract/treasury.ts'
import { defineCommand, refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, kindNames, kinds, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'

export const poolKind = { returns: 'returns-pool', referral: 'referral-pool', corrections: 'corrections-pool' } as const satisfies Record<PoolName, Kind>

const own = (kind: Kind) => ({ owner: firm, kind })

function presentWorld(world: World) {
  return { status: 200, body: { status: 'success', data: { treasury: presentTreasury((kind) => world.balance(firm, kind)) } } }
}

export type PayInCapital = { amount: Cents; reference: string }

export const payInCapital = defineCommand<PayInCapital>({
  journal: (c) => ({ amount: String(c.amount), reference: c.reference }),
  subject: () => firm,
  needs: (c) => ({ owners: [firm], exact: true, reference: `capital ${c.reference}` }),
  decide(world, c) {
    const reference = `capital ${c.reference}`
    if (world.references.has(reference)) return refuse('reference_used')
    return {
      postings: [{ event: 'capital-paid-in', debit: own('firm-bank'), credit: own('capital'), amount: c.amount }],
      entries: [{ owner: firm, kind: 'capital-paid-in' }],
      reference,
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

export const fundPool = defineCommand<FundPool>({
  journal: (c) => ({ pool: c.pool, amount: String(c.amount) }),
  subject: () => firm,
  needs: () => ({ owners: [firm], exact: true }),
  decide(world, c) {
    if (world.balance(firm, 'capital') < c.amount) return refuse('capital_short')
    return { postings: fundingPostings(c.pool, c.amount), entries: [{ owner: firm, kind: 'pool-funded' }] }
  },
  reply: presentWorld,
})

/**
 * The firm's side of the books. What is owed to investors needs no count of them: all balances sum to
 * zero, so it is what is left of the firm's own. Assets have debit balances and are shown as positive figures.
 */
export function presentTreasury(balance: (kind: Kind) => Cents): Treasury {
  const firmsUsd = kindNames.filter((kind) => kinds[kind].of === 'firm' && kinds[kind].unit === 'USD')
  const shown = (kind: Kind) => dollarsFromCents(balance(kind))
  return {
    capital: shown('capital'),
    pools: { returns: shown('returns-pool'), referral: shown('referral-pool'), corrections: shown('corrections-pool') },
    owedToInvestors: dollarsFromCents(-firmsUsd.reduce((sum, kind) => sum + balance(kind), 0n)),
    assets: { clientBank: dollarsFromCents(-balance('client-bank')), firmBank: dollarsFromCents(-balance('firm-bank')) },
  }
}

/** What of the firm's own money may take two: capital that is paid in, and pools that are funded from it. It waits until it is decided. */
import type { PoolName } from '../../contract/treasury.ts'
import { refuse } from '../../desk/command.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { defineProposal } from '../proposals/kind.ts'
import { isUsed, needsOfReference, takeReference } from '../withdrawals/used-once.ts'

const poolKind = {
  returns: 'returns-pool',
  referral: 'referral-pool',
  corrections: 'corrections-pool',
  loan: 'loan-pool',
} as const satisfies Record<PoolName, Kind>

const own = (kind: Kind) => ({ owner: firm, kind })

const ofFirm = { asks: false, lastsForMs: null, about: () => null } as const

/** Amounts are cents. */
export type CapitalFacts = { amount: string; reference: string }

export const capital = defineProposal<CapitalFacts>({
  ...ofFirm,
  name: 'capital',
  called: 'capital with this reference',
  /** Its reference in every spelling: nothing else is proposed or booked under it meanwhile. */
  holds: ({ reference }) => `capital ${referenceKey(reference)}`,
  needs: ({ reference }) => ({
    owners: [],
    exact: true,
    read: [needsOfReference('capital', reference)],
  }),
  refusal: (world, { reference }) =>
    isUsed(world, 'capital', reference) ? refuse('reference_used') : null,
  apply: (_, { amount, reference }, { id }) => ({
    postings: [
      {
        event: 'capital-paid-in',
        debit: own('firm-bank'),
        credit: own('capital'),
        amount: BigInt(amount),
      },
    ],
    activity: [{ owner: firm, kind: 'capital-paid-in' }],
    put: [takeReference('capital', reference, id)],
  }),
  show: ({ amount, reference }) => ({ amount: dollarsFromCents(BigInt(amount)), reference }),
  noted: (facts) => facts,
})

export type FundingFacts = { amount: string; pool: PoolName }

function fundingPostings(pool: PoolName, amount: Cents): Posting[] {
  return [
    { event: 'pool-funded', debit: own('capital'), credit: own(poolKind[pool]), amount },
    { event: 'pool-funded', debit: own('client-bank'), credit: own('firm-bank'), amount },
  ]
}

export const poolFunding = defineProposal<FundingFacts>({
  ...ofFirm,
  name: 'pool-funding',
  called: 'funding of the pool',
  holds: () => null,
  needs: () => ({ owners: [], exact: true }),
  refusal: (world, { amount }) =>
    world.balance(firm, 'capital') < BigInt(amount) ? refuse('capital_short') : null,
  apply: (_, { amount, pool }) => ({
    postings: fundingPostings(pool, BigInt(amount)),
    activity: [{ owner: firm, kind: 'pool-funded' }],
  }),
  show: ({ amount, pool }) => ({ amount: dollarsFromCents(BigInt(amount)), pool }),
  noted: (facts) => facts,
})

export const treasuryProposals = [capital, poolFunding]

/** What of the firm's own money may take two: capital that is paid in, pools that are funded from it, and what borrowers paid that is drawn. It waits until it is decided. */
import type { PoolName } from '../../contract/treasury.ts'
import { refuse, type Needs } from '../../desk/command.ts'
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

/** What arrives on the firm's account: its reference in every spelling, under which nothing else is proposed or booked meanwhile. */
const underReference = {
  holds: ({ reference }: CapitalFacts) => `capital ${referenceKey(reference)}`,
  needs: ({ reference }: CapitalFacts): Needs => ({
    owners: [],
    exact: true,
    read: [needsOfReference('capital', reference)],
  }),
}

export const capital = defineProposal<CapitalFacts>({
  ...ofFirm,
  name: 'capital',
  called: 'capital with this reference',
  ...underReference,
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

/** No more than what borrowers have paid, from the clients' account to the firm's own, under a reference once: it arrives where capital does. */
export const loanIncome = defineProposal<CapitalFacts>({
  ...ofFirm,
  name: 'loan-income',
  called: 'drawing of income with this reference',
  ...underReference,
  refusal(world, { amount, reference }) {
    if (isUsed(world, 'capital', reference)) return refuse('reference_used')
    return world.balance(firm, 'loan-income') < BigInt(amount) ? refuse('loan_income_short') : null
  },
  apply: (_, { amount: text, reference }, { id }) => {
    const [event, amount] = ['loan-income-drawn', BigInt(text)] as const
    return {
      postings: [
        { event, debit: own('loan-income'), credit: own('client-bank'), amount },
        { event, debit: own('firm-bank'), credit: own('capital'), amount },
      ],
      activity: [{ owner: firm, kind: 'loan-income-drawn' }],
      put: [takeReference('capital', reference, id)],
    }
  },
  show: capital.show,
  noted: (facts) => facts,
})

export const treasuryProposals = [capital, poolFunding, loanIncome]

import type { Noun } from '../noun.ts'
import { changePlan, reofferPlan, offerPlan, withdrawPlan, seedPlan } from './rules.ts'
import { plans, planTerms } from './table.ts'
import { planProposals } from './proposals.ts'

export const noun = {
  commands: {
    SeedPlan: seedPlan,
    OfferPlan: offerPlan,
    ChangePlan: changePlan,
    WithdrawPlan: withdrawPlan,
    ReofferPlan: reofferPlan,
  },
  writers: [plans, planTerms],
  proposals: planProposals,
} satisfies Noun

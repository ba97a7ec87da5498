import type { Noun } from '../noun.ts'
import { treasuryProposals } from './proposals.ts'
import { drawLoanIncome, fundPool, payInCapital } from './rules.ts'

export const noun = {
  commands: { PayInCapital: payInCapital, FundPool: fundPool, DrawLoanIncome: drawLoanIncome },
  proposals: treasuryProposals,
} satisfies Noun

import type { Noun } from '../noun.ts'
import { treasuryProposals } from './proposals.ts'
import { fundPool, payInCapital } from './rules.ts'

export const noun = {
  commands: { PayInCapital: payInCapital, FundPool: fundPool },
  proposals: treasuryProposals,
} satisfies Noun

import type { Noun } from '../noun.ts'
import { approveFunding, fundPool, payInCapital, refuseFunding } from './rules.ts'
import { fundings } from './table.ts'

export const noun = {
  commands: {
    PayInCapital: payInCapital,
    FundPool: fundPool,
    ApproveFunding: approveFunding,
    RefuseFunding: refuseFunding,
  },
  writers: [fundings],
} satisfies Noun

import type { Noun } from '../noun.ts'
import { creditedFor } from '../corrections/credit.ts'
import { creditReferrer } from './rules.ts'

export const noun = {
  commands: {
    CreditReferrer: creditReferrer,
  },
  facts: [creditedFor],
} satisfies Noun

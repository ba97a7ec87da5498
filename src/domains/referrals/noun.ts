import type { Noun } from '../noun.ts'
import { creditReferrer } from './rules.ts'

export const noun = {
  commands: {
    CreditReferrer: creditReferrer,
  },
} satisfies Noun

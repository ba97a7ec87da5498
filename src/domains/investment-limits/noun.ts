import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { setInvestmentLimit } from './rules.ts'
import { investmentLimits } from './table.ts'

export const noun = {
  commands: {
    SetInvestmentLimit: setInvestmentLimit,
  },
  writers: [investmentLimits],
  letters,
} satisfies Noun

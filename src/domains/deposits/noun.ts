import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { creditPlayMoney } from './rules.ts'

export const noun = {
  commands: {
    CreditPlayMoney: creditPlayMoney,
  },
  letters,
} satisfies Noun

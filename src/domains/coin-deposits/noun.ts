import type { Noun } from '../noun.ts'
import { creditDeposit } from './credit.ts'
import { letters } from './mails.ts'
import { releaseDeposit, reverseDeposit } from './rules.ts'
import { coinDeposits, coinRates } from './table.ts'

export const noun = {
  commands: {
    CreditDeposit: creditDeposit,
    ReverseDeposit: reverseDeposit,
    ReleaseDeposit: releaseDeposit,
  },
  writers: [coinDeposits, coinRates],
  letters,
} satisfies Noun

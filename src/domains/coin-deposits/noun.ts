import type { Noun } from '../noun.ts'
import { creditDeposit } from './credit.ts'
import { letters } from './mails.ts'
import { releaseDeposit, undoDeposit } from './rules.ts'
import { coinDeposits, coinRates } from './table.ts'

export const noun = {
  commands: {
    CreditDeposit: creditDeposit,
    UndoDeposit: undoDeposit,
    ReleaseDeposit: releaseDeposit,
  },
  writers: [coinDeposits, coinRates],
  letters,
} satisfies Noun

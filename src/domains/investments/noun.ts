import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { investedBy } from './invested.ts'
import { chooseAtMaturity } from './at-maturity.ts'
import { openInvestment } from './rules.ts'
import { settleInvestment } from './settling.ts'
import { undoInvestment } from './undo.ts'
import { investments, dueWithin } from './table.ts'

export const noun = {
  commands: {
    OpenInvestment: openInvestment,
    SettleInvestment: settleInvestment,
    UndoInvestment: undoInvestment,
    ChooseAtMaturity: chooseAtMaturity,
  },
  writers: [investments],
  letters,
  facts: [dueWithin, investedBy],
} satisfies Noun

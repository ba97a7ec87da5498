import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { investedBy } from './invested.ts'
import { openInvestment, settleInvestment } from './rules.ts'
import { undoInvestment } from './undo.ts'
import { investments, dueWithin } from './table.ts'

export const noun = {
  commands: {
    OpenInvestment: openInvestment,
    SettleInvestment: settleInvestment,
    UndoInvestment: undoInvestment,
  },
  writers: [investments],
  letters,
  facts: [dueWithin, investedBy],
} satisfies Noun

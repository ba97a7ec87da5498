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
  finds: [
    {
      kind: 'investment',
      text: 'select investments.id, owner_id as owner, plan_title as said, opened_at as at from investments, sought where investments.id = sought.id',
    },
  ],
  facts: [dueWithin, investedBy],
} satisfies Noun

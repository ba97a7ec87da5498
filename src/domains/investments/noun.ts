import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { openInvestment, settleInvestment } from './rules.ts'
import { investments, dueWithin } from './table.ts'

export const noun = {
  commands: {
    OpenInvestment: openInvestment,
    SettleInvestment: settleInvestment,
  },
  writers: [investments],
  letters,
  facts: [dueWithin],
} satisfies Noun

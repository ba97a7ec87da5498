/** Closing and reopening a month of the books: proposed by whoever reconciles, and agreed to by another. Pure. */
import { defineStaffCommand } from '../../desk/command.ts'
import { textOf, wordsOf } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { Month } from '../../lib/month.ts'
import { answerIn, journalOfAnswer } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { monthClosing, monthReopening, type AskedOfMonth } from './proposals.ts'

export type ProposeMonthClosing = { month: Month; asked: AskedOfMonth }

const whyTwo = 'Two close a month.'

export const proposeMonthClosing = defineStaffCommand<ProposeMonthClosing>({
  may: 'book-money',
  recall: (kept) => ({
    command: { month: textOf(kept, 'month'), asked: answerIn(kept) as AskedOfMonth },
  }),
  journal: ({ month, asked }) => ({ month, ...journalOfAnswer(asked) }),
  subject: () => firm,
  needs: ({ month, asked }) => needsOf(monthClosing, { month }, asked),
  decide: (world, { month, asked: answer }, context) =>
    doOrPropose(world, { kind: monthClosing, facts: { month }, answer, whyTwo }, context),
  reply: (world, _, context) => replyOfProposed(world, monthClosing, context, whyTwo)!,
})

export type ProposeMonthReopening = { month: Month; reason: string }

const whyTwoReopen = 'Two reopen a month.'

export const proposeMonthReopening = defineStaffCommand<ProposeMonthReopening>({
  may: 'book-money',
  recall: (kept) => ({
    command: { month: textOf(kept, 'month'), reason: wordsOf(kept, 'reason') },
  }),
  journal: ({ month }) => ({ month }),
  subject: () => firm,
  needs: ({ month, reason }) => needsOf(monthReopening, { month }, null, { reason }),
  decide(world, { month, reason }, context) {
    const asked = { facts: { month }, words: { reason }, answer: null, whyTwo: whyTwoReopen }
    return doOrPropose(world, { kind: monthReopening, ...asked }, context)
  },
  reply: (world, _, context) => replyOfProposed(world, monthReopening, context, whyTwoReopen)!,
})

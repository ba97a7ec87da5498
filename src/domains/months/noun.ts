import type { Noun } from '../noun.ts'
import { monthClosing, monthReopening } from './proposals.ts'
import { proposeMonthClosing, proposeMonthReopening } from './rules.ts'
import { monthChanges } from './table.ts'
import { waits } from './work.ts'

export const noun = {
  commands: {
    ProposeMonthClosing: proposeMonthClosing,
    ProposeMonthReopening: proposeMonthReopening,
  },
  writers: [monthChanges],
  proposals: [monthClosing, monthReopening],
  waits,
} satisfies Noun

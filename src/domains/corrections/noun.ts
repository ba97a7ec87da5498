import type { Noun } from '../noun.ts'
import { approveCorrection, correctUser, rejectCorrection } from './rules.ts'
import { corrections } from './table.ts'

export const noun = {
  commands: {
    CorrectUser: correctUser,
    ApproveCorrection: approveCorrection,
    RejectCorrection: rejectCorrection,
  },
  writers: [corrections],
} satisfies Noun

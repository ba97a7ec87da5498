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
  waits: {
    of: 'corrections',
    text: "select proposed_at as at, array[proposed_by] as begun, owner_id as about from corrections where status = 'pending'",
  },
} satisfies Noun

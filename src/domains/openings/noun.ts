import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { approveOpening, proposeOpening, refuseOpening } from './rules.ts'
import { openings } from './table.ts'

export const noun = {
  commands: {
    ProposeOpening: proposeOpening,
    ApproveOpening: approveOpening,
    RefuseOpening: refuseOpening,
  },
  writers: [openings],
  letters,
} satisfies Noun

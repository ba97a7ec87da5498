import { stillOpen } from '../approvals/still-open.ts'
import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { approveOpening, proposeOpening, refuseOpening, openingForMs } from './rules.ts'
import { openings } from './table.ts'

export const noun = {
  commands: {
    ProposeOpening: proposeOpening,
    ApproveOpening: approveOpening,
    RefuseOpening: refuseOpening,
  },
  writers: [openings],
  letters,
  tellsStaff: ['ProposeOpening', 'ApproveOpening'],
  waits: {
    of: 'openings',
    text: `select proposed_at as at, array[proposed_by] as begun, null::uuid as about
      from openings proposal join owners by on by.id = proposed_by where proposal.status = 'proposed' and ${stillOpen('proposed_at', openingForMs)}`,
  },
} satisfies Noun

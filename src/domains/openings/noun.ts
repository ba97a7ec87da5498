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
  waits: {
    of: 'openings',
    text: `select proposed_at as at, array[proposed_by] as begun, null::uuid as about from openings
      where status = 'proposed' and proposed_at > (select business_now()) - ${openingForMs} * interval '1 millisecond'`,
  },
} satisfies Noun

import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { opening, proposeOpening } from './rules.ts'

export const noun = {
  commands: { ProposeOpening: proposeOpening },
  letters,
  proposals: [opening],
  tellsStaff: ['ProposeOpening'],
} satisfies Noun

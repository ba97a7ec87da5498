import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { proposeOpening } from './rules.ts'

export const noun = {
  commands: { ProposeOpening: proposeOpening },
  letters,
  tellsStaff: ['ProposeOpening'],
} satisfies Noun

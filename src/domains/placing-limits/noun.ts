import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { setPlacingLimit } from './rules.ts'
import { placingLimits } from './table.ts'

export const noun = {
  commands: {
    SetPlacingLimit: setPlacingLimit,
  },
  writers: [placingLimits],
  letters,
} satisfies Noun

import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { lapseClosing, requestClosing, stopClosing } from './rules.ts'
import { accountClosings } from './table.ts'

export const noun = {
  commands: {
    RequestClosing: requestClosing,
    StopClosing: stopClosing,
    LapseClosing: lapseClosing,
  },
  writers: [accountClosings],
  letters,
} satisfies Noun

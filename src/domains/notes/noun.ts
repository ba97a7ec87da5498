import type { Noun } from '../noun.ts'
import { writeNote } from './rules.ts'

export const noun = {
  commands: {
    WriteNote: writeNote,
  },
} satisfies Noun

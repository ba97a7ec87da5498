import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { removeDestination, saveDestination } from './rules.ts'
import { destinations } from './table.ts'

export const noun = {
  commands: {
    SaveDestination: saveDestination,
    RemoveDestination: removeDestination,
  },
  writers: [destinations],
  letters,
} satisfies Noun

import type { Noun } from '../noun.ts'
import { actsAlone, doneAloneBy } from './table.ts'

export const noun = {
  writers: [actsAlone],
  facts: [doneAloneBy],
} satisfies Noun

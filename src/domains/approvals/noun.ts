import type { Noun } from '../noun.ts'
import { actsAlone } from './table.ts'

export const noun = {
  writers: [actsAlone],
} satisfies Noun

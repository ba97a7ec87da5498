import type { Noun } from '../noun.ts'
import { correctUser } from './rules.ts'

export const noun = {
  commands: { CorrectUser: correctUser },
} satisfies Noun

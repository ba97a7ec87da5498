import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { signInWriters } from './writers.ts'

export const noun = {
  writers: signInWriters,
  letters,
} satisfies Noun

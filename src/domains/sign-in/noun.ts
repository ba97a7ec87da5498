import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { verifyEmail } from './rules.ts'
import { signInWriters } from './writers.ts'

export const noun = {
  commands: { VerifyEmail: verifyEmail },
  writers: signInWriters,
  letters,
} satisfies Noun

import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'

/** A proof is made with the daily root, by no command. */
export const noun = { letters } satisfies Noun

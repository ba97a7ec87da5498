import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'

export const noun = { letters } satisfies Noun

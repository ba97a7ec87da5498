import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { payoutReturn } from './proposals.ts'
import { recordPayoutReturn } from './rules.ts'

export const noun = {
  commands: { RecordPayoutReturn: recordPayoutReturn },
  proposals: [payoutReturn],
  letters,
} satisfies Noun

import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { answerAppropriateness } from './rules.ts'
import { checks } from './table.ts'

export const noun = {
  commands: {
    AnswerAppropriateness: answerAppropriateness,
  },
  writers: [checks],
  letters,
} satisfies Noun

import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { answerMessages, readMessages, sendMessage, settleMessages } from './rules.ts'
import { messages, threads } from './table.ts'

export const noun = {
  commands: {
    SendMessage: sendMessage,
    ReadMessages: readMessages,
    AnswerMessages: answerMessages,
    SettleMessages: settleMessages,
  },
  writers: [messages, threads],
  letters,
  waits: {
    of: 'messages',
    may: 'answer-messages',
    text: `select id, waits_since as at, array[]::uuid[] as begun, array[owner_id] as about from threads where state = 'waiting'`,
    rows: waitingRows(threads, ({ owner, state }) => ({
      waits: state === 'waiting',
      may: 'answer-messages',
      begun: [],
      about: [owner],
    })),
  },
} satisfies Noun

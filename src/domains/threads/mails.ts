/** A mail never carries the words: it says that there are some, and where. */
import { neverPays } from '../../contract/message.ts'
import { letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'message-waiting': (to) =>
    letter(
      to,
      'You have a message',
      ['We wrote to you. Log in to read it and to answer.', neverPays],
      '/dashboard/messages',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

/** An announcement by mail: its own words, under the line of rule 8. */
import { neverPays } from '../../contract/message.ts'
import { letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  announcement: (to, { title = '', text = '' }) =>
    letter(to, title, [...text.split(/\n+/), neverPays], '/dashboard/announcements'),
} satisfies Letters

export const mail = mailsOf(letters)

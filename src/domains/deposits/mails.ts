/** What people are told of money that came in. */
import { letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'deposit-received': (to, { amount }) =>
    letter(to, `${amount} received`, [`${amount} was credited to your balance.`]),
} satisfies Letters

export const mail = mailsOf(letters)

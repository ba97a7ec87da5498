/** What people are told of a receipt that the bank reversed. What came in is told as every deposit is. */
import { because, letter, staff, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'receipt-reversed': (to, { amount, taken, reason }) =>
    letter(to, `Your bank reversed ${amount}`, [
      `${amount} that had arrived for you was reversed by the bank. Two of our staff recorded it; ${staff(to)} approved it.`,
      `${taken} was taken from your balance. Whatever your balance lacked is borne by the firm, but for what you had paid on a loan with it: that is owed again.`,
      ...because(reason),
      'If you do not know why, ask your bank first, and then us.',
    ]),
} satisfies Letters

export const mail = mailsOf(letters)

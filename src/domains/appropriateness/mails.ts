/** What people are told of their answers. */
import { day, letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'answers-pause': (to, { until }) =>
    letter(
      to,
      'Plans are not suitable for you right now',
      [
        'Thank you for answering the questions before investing. Based on your answers, plans aren’t suitable for you right now. The Invest page says why.',
        `You can answer them again from ${day(until)} on. Until then you can’t open an investment.`,
        'Your money stays in your balance. You can withdraw it at any time, and nothing is charged.',
      ],
      '/dashboard/invest',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

/** What people are told who were brought over from another system. */
import { because, letter, linkTo, type Letters } from '../../platform/mail/letter.ts'

import { mailsOf } from '../mails/send.ts'

/** How long the link works, in words and for the database. */
export const invitedFor = '14 days'

export const letters = {
  'account-imported': (to, { link }) =>
    letter(
      to,
      `Your account has moved to ${to.firm.name}`,
      [
        `Your account was moved to ${to.firm.name}, with its balance. To use it, choose a password: open this link within ${invitedFor}. It works once.`,
        linkTo(to, 'reset-password', link, 'Choose a password'),
        'Once the link has ended, ask for a new one: choose “Forgot password” where you log in, and enter this email address.',
        'We ask nobody for a payment or a password by email. If you don’t know us, write to us before you open the link.',
      ],
      '/login',
    ),
  'opening-reversed': (to, { amount, reason }) =>
    letter(
      to,
      'Your opening balance was corrected',
      [
        `${amount} of the balance with which your account was moved here was wrong, and two of our administrators took it back.`,
        ...because(reason),
        'Activity shows it, with who did it. If it is wrong, write to us.',
      ],
      '/dashboard/activity',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

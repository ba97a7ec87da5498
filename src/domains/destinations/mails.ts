/** What people are told of the destinations that they save. */
import { day, freezeLink, letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'destination-saved': (to, { name, where, usableFrom, link }) =>
    letter(
      to,
      'Destination saved',
      [
        'A destination for withdrawals was saved in your account.',
        rowsOf({
          Name: name,
          'Leads to': where,
          'Can be used from': usableFrom && day(usableFrom),
        }),
        'If this was not you, freeze your account, change your password and write to us at once.',
        freezeLink(to, link),
      ],
      '/dashboard/transfer',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

/** What people are told of their own limit: a thief who is signed in might raise it. */
import { day, letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'investment-limit': (to, { before, limit, from }) =>
    letter(
      to,
      from === undefined ? 'You changed your own limit' : 'You asked to raise your own limit',
      [
        'Your own limit says how much you let yourself have in plans at once.',
        rowsOf({
          'Limit before': before,
          [from === undefined ? 'Limit now' : 'Limit then']: limit,
        }),
        from === undefined
          ? 'It counts from now on. What you have invested already stays until it matures.'
          : `It counts from ${day(from)} on; until then the limit before stays. You can take this back in your settings.`,
      ],
      '/dashboard/settings',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

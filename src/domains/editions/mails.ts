/** What people are told by mail of the policies that they accept. */
import { showDay } from '../../lib/calendar.ts'
import { neverPays } from '../../contract/message.ts'
import { letter, rowsOf, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const dayOr = (day: string | undefined, otherwise: string) =>
  day === undefined ? otherwise : `on ${showDay(day)}`

const never =
  'You can read your account, withdraw your money and write to us at any time, whether you accept or not.'

export const letters = {
  'policy-changes': (to, { title = '', changed, day }) =>
    letter(
      to,
      day === undefined ? `Please accept our ${title}` : `Our ${title} change on ${showDay(day)}`,
      [
        day === undefined
          ? `Our ${title} are now accepted by everybody who has an account.`
          : `A new edition of our ${title} counts from ${showDay(day)} on.`,
        rowsOf({ 'What changes': changed }),
        neverPays,
        `Please read it, and accept it, before you invest again or send money to another account here. ${never}`,
      ],
      '/dashboard/policies',
    ),
  'policy-change-withdrawn': (to, { title = '', day }) =>
    letter(
      to,
      `Our ${title} do not change ${dayOr(day, 'now')}`,
      [
        `We told you that our ${title} would change ${dayOr(day, 'now')}. We have withdrawn that change: what counts today goes on.`,
        'There is nothing for you to do.',
      ],
      '/dashboard/policies',
    ),
} satisfies Letters

export const noticeMails = Object.keys(letters)
export const mail = mailsOf(letters)

/** What administrators are told of the opening. */
import { letter, staff, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'opening-proposed': (to) =>
    letter(
      to,
      'The opening of the firm waits for a decision',
      [
        `${staff(to)} proposed to open the firm. Nothing that opening needs was missing then.`,
        'Nothing is open yet. Somebody else decides within seven days.',
      ],
      '/admin/live',
    ),
  'firm-opened': (to) =>
    letter(
      to,
      'The firm is open',
      [
        `Two administrators opened the firm; ${staff(to)} approved it. People can sign up from now on.`,
        'If you did not expect this, ask the others at once: an opening cannot be taken back.',
      ],
      '/admin/live',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

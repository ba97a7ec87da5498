/** What people are told of their account. */
import { because, letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  welcome: (to) =>
    letter(to, `Welcome to ${to.firm.name}`, [
      'Your account is open. Every change to it is listed under Activity, with who made it and why.',
    ]),
  'frozen-by-owner': (to) =>
    letter(to, 'Your account is frozen', [
      'You have frozen your account: money can come in, but none can leave it. When you want it unfrozen, ask our staff.',
    ]),
  'staff-change': (to, { reason }) =>
    letter(to, 'Our staff changed your account', [
      'A member of our staff changed something in your account. Activity shows what was changed, by whom and when.',
      because(reason),
    ]),
} satisfies Letters

export const mail = mailsOf(letters)

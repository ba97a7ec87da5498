/** What people are told of closing their account: somebody else who is signed in might have asked for it. */
import { day, letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const place = '/dashboard/settings#close-account'

/** Why it stays open. `left`: in words. */
const reasons: Record<string, ((left: string | undefined) => string[]) | undefined> = {
  stopped: () => ['You asked to close your account, and have decided to keep it.'],
  money: (left) => [
    `You asked to close your account. After 24 hours it held ${left ?? 'money'}, so we did not close it.`,
    'Settle what is left, then ask again in your settings.',
  ],
  frozen: () => [
    'You asked to close your account. After 24 hours it was frozen, so we did not close it.',
    'Our staff can unfreeze it: write to us, then ask again in your settings.',
  ],
  staff: () => [
    'You asked to close your account. After 24 hours you worked here, so we did not close it.',
    'Somebody else can close it.',
  ],
}

export const letters = {
  'account-closing': (to, { closesFrom }) =>
    letter(
      to,
      'Your account is about to close',
      [
        `You asked to close your account. It closes on ${day(closesFrom)}: then we erase your data, and nobody can sign in to it any more. The books keep its movements, without your name.`,
        'If you change your mind, keep your account in your settings before then.',
        'If you did not ask for this, log in, keep your account, and choose a new password.',
      ],
      place,
    ),
  'account-closing-ended': (to, { why, left }) =>
    letter(
      to,
      'Your account stays open',
      [...(reasons[why ?? '']?.(left) ?? ['Your account was not closed.']), 'Nothing was erased.'],
      place,
    ),
} satisfies Letters

export const mail = mailsOf(letters)

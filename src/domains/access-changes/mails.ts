/** What is told of a change to a sign-in by staff, with the links that confirm or stop it. */
import { because, day, letter, linkTo, unnamed, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

type Waiting = { subject: string; line(when: string, email: string | undefined): string }
const accessChanges: Record<string, Waiting | undefined> = {
  email: {
    subject: 'The email address of your account is about to change',
    line: (when, email = 'another address') =>
      `Two of our administrators have set ${email} as the new email address of your account. The change takes effect once the new address has been confirmed, and not before ${when}.`,
  },
  app: {
    subject: 'Your authenticator app is about to be removed',
    line: (when) =>
      `Two of our administrators are removing the authenticator app from your account. This takes effect on ${when}.`,
  },
  passkey: {
    subject: 'A passkey is about to be removed',
    line: (when) =>
      `Two of our administrators are removing a passkey from your account. This takes effect on ${when}.`,
  },
}
const ends: Record<string, string> = {
  stopped: 'The change was stopped. Nothing has changed.',
  unapproved:
    'The change was not made: one of the two administrators who approved it can no longer act for us. Nothing has changed.',
  lapsed:
    'The change was not made: the new address was not confirmed in time, or belongs to another account. Nothing has changed.',
}

export const letters = {
  'confirm-email': (to, { link, effectiveFrom }) =>
    letter(unnamed(to), `Confirm your new email address at ${to.firm.name}`, [
      `This address was set as the new email address of an account. The change takes effect once you have confirmed it, and not before ${day(effectiveFrom)}. The link works until two days after that.`,
      linkTo(to, 'confirm-email', link, 'Confirm this address'),
      'If you have no account here, ignore this email.',
    ]),
  // Who has the address may be a stranger, or the holder of another account.
  'confirm-own-email': (to, { link }) =>
    letter(unnamed(to), `Confirm your new email address at ${to.firm.name}`, [
      'Someone, probably you, wants to use this address for their account. If it was you, confirm the address: open this link within a day, and enter the password of your account.',
      linkTo(to, 'confirm-own-email', link, 'Confirm this address'),
      'If this was not you, ignore this email and give nobody a password, or stop the change. You do not need to log in.',
      { ...linkTo(to, 'stop-change', link, 'Stop this change'), main: false },
    ]),
  'email-change-requested': (to, { link, email, agreed }) =>
    letter(
      to,
      'The email address of your account is about to change',
      [
        `Someone who is signed in to your account, and has confirmed their identity, wants to change its email address to ${email ?? 'another one'}.`,
        ...(agreed === 'yes'
          ? ['The change takes effect after a day, once the new address has been confirmed.']
          : [
              'It changes once you have agreed here, and the new address has been confirmed. The link works for a day.',
              linkTo(to, 'agree-email', link, 'Agree to the change'),
            ]),
        'If you did not ask for this, stop it, and choose a new password. You do not need to log in.',
        { ...linkTo(to, 'stop-change', link, 'Stop this change'), main: false },
      ],
      '/dashboard/security',
    ),
  'access-change': (to, { what, link, reason, email, effectiveFrom }) =>
    letter(
      to,
      accessChanges[what ?? '']?.subject ?? 'Your sign-in is about to change',
      [
        accessChanges[what ?? '']?.line(day(effectiveFrom), email) ??
          `Two of our administrators are changing how you sign in. This takes effect on ${day(effectiveFrom)}.`,
        ...because(reason),
        'If you did not ask for this, stop it. You do not need to log in.',
        linkTo(to, 'stop-change', link, 'Stop this change'),
      ],
      '/dashboard/security',
    ),
  'access-change-elsewhere': (to, { what, link, effectiveFrom }) =>
    letter(
      unnamed(to),
      'A change to an account is waiting',
      [
        what === 'email'
          ? `This address was set as the new email address of an account. The change takes effect once it is confirmed, and not before ${day(effectiveFrom)}.`
          : `This address was set as the new email address of an account. A second factor of that account is about to be removed. This takes effect on ${day(effectiveFrom)}.`,
        'If you did not ask for this, or have no account here, stop it. You do not need to log in.',
        linkTo(to, 'stop-change', link, 'Stop this change'),
      ],
      '/dashboard/security',
    ),
  'access-change-ended': (to, { what, how }) =>
    letter(
      to,
      how === 'stopped'
        ? 'A change to your sign-in was stopped'
        : 'A change to your sign-in was not made',
      [
        `This is about our earlier email “${accessChanges[what ?? '']?.subject ?? 'Your sign-in is about to change'}”. ${ends[how ?? ''] ?? 'The change has ended.'}`,
      ],
      '/dashboard/security',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

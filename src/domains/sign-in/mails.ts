/** What people are told of their sign-in, and the links that they get. */
import type { AccessChangeMade, SecurityChange } from '../../contract/security.ts'
import {
  day,
  freezeLink,
  letter,
  linkTo,
  unnamed,
  type Letters,
} from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const otherSessions = 'All other sessions have ended.'
type Told = SecurityChange | Exclude<AccessChangeMade, 'access-change-approved' | 'email-confirmed'>
const byStaff = 'two of our administrators removed it. All sessions have ended.'
const securityChanges: { [change in Told]: { subject: string; line: string } } = {
  'password-changed': {
    subject: 'Your password was changed',
    line: `Your password was changed. ${otherSessions}`,
  },
  'password-reset': {
    subject: 'Your password was reset',
    line: 'Your password was reset with a link sent to this address. All sessions have ended.',
  },
  'app-added': {
    subject: 'An authenticator app was added',
    line: `Signing in now asks for a code from your authenticator app. ${otherSessions}`,
  },
  'app-removed': {
    subject: 'Your authenticator app was removed',
    line: `Signing in no longer asks for a code from your authenticator app. ${otherSessions}`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    line: `A passkey was added to your account. ${otherSessions}`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    line: `A passkey was removed from your account. ${otherSessions}`,
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    line: `New recovery codes were made; the old ones no longer work. ${otherSessions}`,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    line: 'One of your recovery codes was used to sign in or to confirm your identity. It cannot be used again.',
  },
  'signed-in-after-failures': {
    subject: 'Signed in after several wrong passwords',
    line: 'Someone signed in to your account after several wrong passwords.',
  },
  'factor-undone': {
    subject: 'A new second factor was removed',
    line: 'A second factor that had been added, and anything added after it, was removed with the link in our email. All sessions have ended. Choose a new password now.',
  },
  'app-removed-by-staff': {
    subject: 'Our staff removed your authenticator app',
    line: `Signing in no longer asks for a code from your authenticator app: ${byStaff}`,
  },
  'passkey-removed-by-staff': {
    subject: 'Our staff removed a passkey',
    line: `One of your passkeys no longer works: ${byStaff}`,
  },
  'email-changed': {
    subject: 'The email address of your account was changed',
    line: 'Your account now has a different email address. All sessions have ended.',
  },
}

/** The change as its mail tells it; one of a version to come is told without words of its own. */
const toldOf = (change: string | undefined) =>
  change && Object.hasOwn(securityChanges, change) ? securityChanges[change as Told] : undefined

export const letters = {
  'reset-password': (to, { link }) =>
    letter(to, `Reset your password at ${to.firm.name}`, [
      'Someone, probably you, asked to reset the password of this account. To choose a new one, use this link. It works once, for an hour.',
      linkTo(to, 'reset-password', link, 'Choose a new password'),
      'If this was not you, ignore this email: your password does not change.',
    ]),
  // Who typed the address may be a stranger: their name isn't said.
  'verify-email': (to, { link }) =>
    letter(unnamed(to), `Confirm your email address at ${to.firm.name}`, [
      'An account was opened with this email address. If you opened it, confirm the address: open this link within seven days, and enter the password that you chose.',
      linkTo(to, 'verify-email', link, 'Confirm this address'),
      'If you did not open it, ignore this email and give nobody a password: while nobody confirms it and it never has money, it ends after 30 days. To take the account over, choose a new password for it: whoever opened it is then locked out.',
      { link: 'Choose a new password', href: `${to.origin}/forgot-password` },
    ]),
  'unverified-ends': (to, { link, endsAt }) =>
    letter(unnamed(to), `An account at ${to.firm.name} is about to end`, [
      `An account was opened with this email address, and nobody has confirmed the address. Unless somebody does, or money comes in, the account ends on ${day(endsAt)}, and what we know of its holder is erased.`,
      'If you opened it and want to keep it, confirm the address before: open this link, and enter the password that you chose.',
      linkTo(to, 'verify-email', link, 'Confirm this address'),
      'If you did not open it, you do not need to do anything; give nobody a password. To take the account over, choose a new password for it: whoever opened it is then locked out.',
      { link: 'Choose a new password', href: `${to.origin}/forgot-password` },
    ]),
  'known-browser': (to, { link }) =>
    letter(
      to,
      'Someone is trying passwords on your account',
      [
        'Too many wrong passwords or codes were entered for your account. Until they have stopped for a day, only a browser that has signed in to it before can do so. None of them was right, and nothing was lost.',
        'To log in with another browser, open this link in it within a day. The link works once, and does not sign you in.',
        linkTo(to, 'known-browser', link, 'Use this browser'),
        'If you can log in as usual, you need not do anything. A password that you use nowhere else, and a second factor, protect your account best.',
      ],
      '/dashboard/security',
    ),
  'security-change': (to, { change, link, freeze }) =>
    letter(
      to,
      toldOf(change)?.subject ?? 'Your sign-in changed',
      [
        toldOf(change)?.line ?? 'The way you sign in was changed.',
        ...(link === undefined
          ? []
          : [
              'If this was not you, remove it, with anything added after it. This also ends all sessions.',
              linkTo(to, 'undo-factor', link, 'Remove what was added'),
            ]),
        `${link === undefined ? 'If this was not you, reset' : 'Then reset'} your password at once, freeze your account so that no money leaves it, and write to us.`,
        freezeLink(to, freeze),
      ],
      '/dashboard/settings',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

/** The words of the mails: plain functions from a row's values to a subject and a text. */
import type { AccessChangeMade, SecurityChange } from '../../contract/security.ts'
import { mailTopics } from '../../contract/mail-choices.ts'
import { demonstrationBanner } from '../../contract/site.ts'
import { sign, type SignedUse } from '../signed.ts'

export type Letter = { subject: string; text: string }
type Values = Readonly<Record<string, string | undefined>>
/** Whom a mail speaks to, for which firm, and what signs the links in it. */
export type Recipient = {
  name: string
  origin: string
  secret: string
  firm: { name: string; sample: boolean }
}

/** The outbox keeps the id of a link only: a copy of it opens nothing. */
function linkTo(
  { origin, secret }: Recipient,
  use: Exclude<SignedUse, 'session' | 'challenge' | 'browser-mark'>,
  id: string | undefined,
): string {
  if (id === undefined) throw new Error('This mail has no link')
  return `${origin}/${use}/${sign(secret, use, id)}`
}

/** One line, in the words people know; `place` says where to look. */
function letter(
  to: Recipient,
  subject: string,
  lines: (string | undefined)[],
  place = '/dashboard',
): Letter {
  const body = lines.filter((line) => line !== undefined)
  const { name, sample } = to.firm
  const end = sample ? [name, demonstrationBanner] : [name]
  return {
    subject,
    text: [`Hello ${to.name},`, ...body, `See your account: ${to.origin}${place}`, ...end].join(
      '\n\n',
    ),
  }
}

/** To an address that is not confirmed yet and may be a stranger's. */
const unnamed = (to: Recipient): Recipient => ({ ...to, name: 'there' })

const decisions: Record<string, string> = {
  approved: 'was approved',
  rejected: 'was rejected; the amount is back in your balance',
  returned: 'could not be paid out; the amount is back in your balance',
}

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
    line: 'A second factor that had been added, and anything added after it, was removed with the link in our e-mail. All sessions have ended. Choose a new password now.',
  },
  'app-taken': {
    subject: 'Our staff removed your authenticator app',
    line: `Signing in no longer asks for a code from your authenticator app: ${byStaff}`,
  },
  'passkey-taken': {
    subject: 'Our staff removed a passkey',
    line: `One of your passkeys no longer works: ${byStaff}`,
  },
  'email-changed': {
    subject: 'The e-mail address of your account was changed',
    line: 'Your account now has a different e-mail address. All sessions have ended.',
  },
}

type Waiting = { subject: string; line(when: string, email: string | undefined): string }
const accessChanges: Record<string, Waiting | undefined> = {
  email: {
    subject: 'The e-mail address of your account is about to change',
    line: (when, email = 'another address') =>
      `Two of our administrators have set ${email} as the new e-mail address of your account. The change takes effect once the new address has been confirmed, and not before ${when}.`,
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
  lapsed:
    'The change was not made: the new address was not confirmed in time, or belongs to another account. Nothing has changed.',
}

/** The change as its mail tells it; one of a version to come is told without words of its own. */
const toldOf = (change: string | undefined) =>
  change && Object.hasOwn(securityChanges, change) ? securityChanges[change as Told] : undefined

function because(reason: string | undefined): string | undefined {
  return reason ? `Reason: ${reason}` : undefined
}

/** `2026-11-20T09:30:00.000Z` to `2026-11-20 at 09:30 UTC`. */
function day(instant: string | undefined): string {
  return instant ? `${instant.slice(0, 10)} at ${instant.slice(11, 16)} UTC` : 'the date set'
}

const letters: Record<string, (to: Recipient, values: Values) => Letter> = {
  welcome: (to) =>
    letter(to, `Welcome to ${to.firm.name}`, [
      'Your account is open. Every change to it is listed under Activity, with who made it and why.',
    ]),
  'deposit-received': (to, { amount }) =>
    letter(to, `${amount} received`, [`${amount} was credited to your balance.`]),
  'investment-opened': (to, { planTitle, amount, profit, maturesAt }) =>
    letter(
      to,
      `${planTitle} opened with ${amount}`,
      [
        `You placed ${amount} in ${planTitle}. It matures on ${day(maturesAt)}; its profit of ${profit} has been set aside in your name.`,
      ],
      '/dashboard/invest',
    ),
  'investment-matured': (to, { planTitle, amount, profit }) =>
    letter(to, `${planTitle} has matured`, [
      `Your investment of ${amount} in ${planTitle} has matured. The principal and ${profit} of profit are in your balance.`,
    ]),
  'withdrawal-requested': (to, { amount }) =>
    letter(
      to,
      `Withdrawal of ${amount} requested`,
      [
        `We have received your request to withdraw ${amount}. The amount is held until we decide; until then you can cancel the request.`,
        'If this was not you, change your password and write to us at once.',
      ],
      '/dashboard/transfer',
    ),
  'withdrawal-decided': (to, { amount, decision, reason }) =>
    letter(
      to,
      `Withdrawal of ${amount} ${decision}`,
      [
        `Your withdrawal of ${amount} ${decisions[decision ?? ''] ?? 'was decided'}.`,
        because(reason),
      ],
      '/dashboard/transfer',
    ),
  'withdrawal-paid': (to, { amount, reference }) =>
    letter(
      to,
      `Withdrawal of ${amount} paid`,
      [`Your withdrawal of ${amount} was paid out. The reference is ${reference}.`],
      '/dashboard/transfer',
    ),
  'reset-password': (to, { link }) =>
    letter(to, `Reset your password at ${to.firm.name}`, [
      'Someone, probably you, asked to reset the password of this account. To choose a new one, open this link. It works once, for an hour:',
      linkTo(to, 'reset-password', link),
      'If this was not you, ignore this e-mail: your password does not change.',
    ]),
  'confirm-email': (to, { link, effectiveFrom }) =>
    letter(unnamed(to), `Confirm your new e-mail address at ${to.firm.name}`, [
      `This address was set as the new e-mail address of an account. The change takes effect once you have confirmed it with this link, and not before ${day(effectiveFrom)}. The link works until two days after that:`,
      linkTo(to, 'confirm-email', link),
      'If you have no account here, ignore this e-mail.',
    ]),
  'known-browser': (to, { link }) =>
    letter(
      to,
      'Someone is trying passwords on your account',
      [
        'Too many wrong passwords or codes were entered for your account. Until they have stopped for a day, only a browser that has signed in to it before can do so. None of them was right, and nothing was lost.',
        'To log in with another browser, open this link in it within a day. The link works once, and does not sign you in:',
        linkTo(to, 'known-browser', link),
        'If you can log in as usual, you need not do anything. A password that you use nowhere else, and a second factor, protect your account best.',
      ],
      '/dashboard/security',
    ),
  'security-change': (to, { change, link }) =>
    letter(
      to,
      toldOf(change)?.subject ?? 'Your sign-in changed',
      [
        toldOf(change)?.line ?? 'The way you sign in was changed.',
        ...(link === undefined
          ? []
          : [
              'If this was not you, this link removes it, with anything added after it, and ends all sessions:',
              linkTo(to, 'undo-factor', link),
            ]),
        `${link === undefined ? 'If this was not you, reset' : 'Then reset'} your password at once, freeze your account in its settings, and write to us.`,
      ],
      '/dashboard/settings',
    ),
  'access-change': (to, { what, link, reason, email, effectiveFrom }) =>
    letter(
      to,
      accessChanges[what ?? '']?.subject ?? 'Your sign-in is about to change',
      [
        accessChanges[what ?? '']?.line(day(effectiveFrom), email) ??
          `Two of our administrators are changing how you sign in. This takes effect on ${day(effectiveFrom)}.`,
        because(reason),
        'If you did not ask for this, stop it with this link. You do not need to sign in:',
        linkTo(to, 'stop-change', link),
      ],
      '/dashboard/security',
    ),
  'access-change-elsewhere': (to, { what, link, effectiveFrom }) =>
    letter(
      unnamed(to),
      'A change to an account is waiting',
      [
        what === 'email'
          ? `This address was set as the new e-mail address of an account. The change takes effect once it is confirmed, and not before ${day(effectiveFrom)}.`
          : `This address was set as the new e-mail address of an account. A second factor of that account is about to be removed. This takes effect on ${day(effectiveFrom)}.`,
        'If you did not ask for this, or have no account here, stop it with this link. You do not need to sign in:',
        linkTo(to, 'stop-change', link),
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
        `This is about our earlier e-mail “${accessChanges[what ?? '']?.subject ?? 'Your sign-in is about to change'}”. ${ends[how ?? ''] ?? 'The change has ended.'}`,
      ],
      '/dashboard/security',
    ),
  'frozen-by-owner': (to) =>
    letter(to, 'Your account is frozen', [
      'You have frozen your account: money can come in, but none can leave it. When you want it unfrozen, ask our staff.',
    ]),
  'staff-change': (to, { reason }) =>
    letter(to, 'Our staff changed your account', [
      'A member of our staff changed something in your account. Activity shows what was changed, by whom and when.',
      because(reason),
    ]),
}

/** Subjects are headers: whatever a person typed must not begin another one. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what must not get through
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 200)
}

/** Throws for a template that doesn't exist. */
export function writeLetter(template: string, to: Recipient, values: Values): Letter {
  const write = letters[template]
  if (!write) throw new Error(`There is no mail called ${template}`)
  const { subject, text } = write(to, values)
  const isChosen = (mailTopics as readonly string[]).includes(template)
  const choice = `You can switch off e-mails like this one in your settings: ${to.origin}/dashboard/settings`
  return { subject: oneLine(subject), text: isChosen ? `${text}\n\n${choice}` : text }
}

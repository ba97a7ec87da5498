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

/** To an address that nobody has confirmed yet: whoever has it may be a stranger. */
const unnamed = (to: Recipient): Recipient => ({ ...to, name: 'there' })

const decisions: Record<string, string> = {
  approved: 'was approved',
  rejected: 'was rejected; the amount is back in your balance',
  returned: 'could not be paid out; the amount is back in your balance',
}

const otherSessions = 'All other sessions have ended.'
type Told = SecurityChange | Exclude<AccessChangeMade, 'access-change-approved' | 'email-confirmed'>
const byStaff = 'two of our administrators have taken it away. All sessions have ended.'
const securityChanges: { [change in Told]: { subject: string; line: string } } = {
  'password-changed': {
    subject: 'Your password was changed',
    line: `your password was changed. ${otherSessions}`,
  },
  'password-reset': {
    subject: 'Your password was reset',
    line: 'your password was reset by a link that was sent to this address. All sessions have ended.',
  },
  'app-added': {
    subject: 'An authenticator app was added',
    line: `signing in now asks for a code of your authenticator app. ${otherSessions}`,
  },
  'app-removed': {
    subject: 'Your authenticator app was removed',
    line: `signing in no longer asks for a code of your authenticator app. ${otherSessions}`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    line: `a passkey was added to your account. ${otherSessions}`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    line: `a passkey was removed from your account. ${otherSessions}`,
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    line: `new recovery codes were made; the old ones have ended. ${otherSessions}`,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    line: 'one of your recovery codes was used, to sign in or to prove who you are. That code works no more.',
  },
  'signed-in-after-failures': {
    subject: 'Signed in after several wrong passwords',
    line: 'somebody signed in to your account after several wrong passwords.',
  },
  'factor-undone': {
    subject: 'An added second factor was undone',
    line: 'a second factor that had been added, and whatever was added after it, was taken away by the link of a mail. All sessions have ended. Choose a new password now.',
  },
  'app-taken': {
    subject: 'Your authenticator app was taken away',
    line: `signing in no longer asks for a code of your authenticator app: ${byStaff}`,
  },
  'passkey-taken': {
    subject: 'A passkey was taken away',
    line: `a passkey of your account works no more: ${byStaff}`,
  },
  'email-changed': {
    subject: 'The e-mail of your account was changed',
    line: 'your account has another e-mail address now. All sessions have ended.',
  },
}

type Waiting = { subject: string; line(when: string, email: string | undefined): string }
const accessChanges: Record<string, Waiting | undefined> = {
  email: {
    subject: 'The e-mail of your account is to be changed',
    line: (when, email = 'another address') =>
      `two of our administrators have set ${email} as the new e-mail of your account. It becomes yours when whoever has it has confirmed it, and not before ${when}.`,
  },
  app: {
    subject: 'Your authenticator app is to be taken away',
    line: (when) =>
      `two of our administrators are taking the authenticator app of your account away. It happens on ${when}.`,
  },
  passkey: {
    subject: 'A passkey is to be taken away',
    line: (when) =>
      `two of our administrators are taking a passkey of your account away. It happens on ${when}.`,
  },
}
const ends: Record<string, string> = {
  stopped: 'it was stopped: everything stays as it is.',
  lapsed:
    'it was not made: the new address was not confirmed in time, or belongs to another account. Everything stays as it is.',
}

/** The change as its mail tells it; one of a version to come is told without words of its own. */
const toldOf = (change: string | undefined) =>
  change && Object.hasOwn(securityChanges, change) ? securityChanges[change as Told] : undefined

function because(reason: string | undefined): string | undefined {
  return reason ? `The reason given: ${reason}` : undefined
}

/** `2026-11-20T09:30:00.000Z` to `2026-11-20 at 09:30 UTC`. */
function day(instant: string | undefined): string {
  return instant ? `${instant.slice(0, 10)} at ${instant.slice(11, 16)} UTC` : 'its day'
}

const letters: Record<string, (to: Recipient, values: Values) => Letter> = {
  welcome: (to) =>
    letter(to, `Welcome to ${to.firm.name}`, [
      'your account is open. Every change of it is listed under Activity, with who made it and why.',
    ]),
  'deposit-received': (to, { amount }) =>
    letter(to, `${amount} received`, [`${amount} was credited to your balance.`]),
  'investment-opened': (to, { planTitle, amount, profit, maturesAt }) =>
    letter(
      to,
      `${planTitle} opened with ${amount}`,
      [
        `you placed ${amount} in ${planTitle}. It matures on ${day(maturesAt)}; its profit of ${profit} has been set aside in your name.`,
      ],
      '/dashboard/invest',
    ),
  'investment-matured': (to, { planTitle, amount, profit }) =>
    letter(to, `${planTitle} has matured`, [
      `your investment of ${amount} in ${planTitle} has matured. The principal and ${profit} of profit are in your balance.`,
    ]),
  'withdrawal-requested': (to, { amount }) =>
    letter(
      to,
      `Withdrawal of ${amount} requested`,
      [
        `we have your request to withdraw ${amount}. The amount is held until it is decided; until then you can cancel it.`,
        'If this was not you, change your password and write to us at once.',
      ],
      '/dashboard/transfer',
    ),
  'withdrawal-decided': (to, { amount, decision, reason }) =>
    letter(
      to,
      `Withdrawal of ${amount} ${decision}`,
      [
        `your withdrawal of ${amount} ${decisions[decision ?? ''] ?? 'was decided'}.`,
        because(reason),
      ],
      '/dashboard/transfer',
    ),
  'withdrawal-paid': (to, { amount, reference }) =>
    letter(
      to,
      `Withdrawal of ${amount} paid`,
      [`your withdrawal of ${amount} was paid out under the reference ${reference}.`],
      '/dashboard/transfer',
    ),
  'reset-password': (to, { link }) =>
    letter(to, `Reset your password at ${to.firm.name}`, [
      'somebody, probably you, asked to reset the password of this account. This link does it, once, within an hour:',
      linkTo(to, 'reset-password', link),
      'If this was not you, do nothing: your password stays as it is.',
    ]),
  'confirm-email': (to, { link, effectiveFrom }) =>
    letter(unnamed(to), `Confirm your new e-mail at ${to.firm.name}`, [
      `this address was set as the new one of an account. It becomes the account’s once you have confirmed it by this link, and not before ${day(effectiveFrom)}. The link works until two days after that:`,
      linkTo(to, 'confirm-email', link),
      'If you have no account here, do nothing.',
    ]),
  'known-browser': (to, { link }) =>
    letter(
      to,
      'Somebody tries passwords for your account',
      [
        'so many wrong passwords or codes were given for your account that it can be entered only with a browser that signed in to it before, until they stop for a day. None of them was right, and nothing was lost.',
        'Open this link in the browser that you want to log in with, within a day. It works once, and signs nobody in:',
        linkTo(to, 'known-browser', link),
        'If you can log in as always, you need not do anything. A password that you use nowhere else, and a second factor, keep such people out for good.',
      ],
      '/dashboard/security',
    ),
  'security-change': (to, { change, link }) =>
    letter(
      to,
      toldOf(change)?.subject ?? 'Your sign-in changed',
      [
        toldOf(change)?.line ?? 'something about how you sign in was changed.',
        ...(link === undefined
          ? []
          : [
              'If this was not you, this link takes it away again, with whatever was added after it, and ends all sessions:',
              linkTo(to, 'undo-factor', link),
            ]),
        `If this was not you, ${link === undefined ? '' : 'then '}reset your password at once, freeze your account in its settings, and write to us.`,
      ],
      '/dashboard/settings',
    ),
  'access-change': (to, { what, link, reason, email, effectiveFrom }) =>
    letter(
      to,
      accessChanges[what ?? '']?.subject ?? 'Your sign-in is to be changed',
      [
        accessChanges[what ?? '']?.line(day(effectiveFrom), email) ??
          `two of our administrators are changing how you sign in. It happens on ${day(effectiveFrom)}.`,
        because(reason),
        'If you did not ask for this, stop it by this link. Nobody needs to sign in for it:',
        linkTo(to, 'stop-change', link),
      ],
      '/dashboard/security',
    ),
  'access-change-elsewhere': (to, { what, link, effectiveFrom }) =>
    letter(
      unnamed(to),
      'A change of an account waits',
      [
        what === 'email'
          ? `this address was set as the new one of an account. It becomes the account’s once it is confirmed, and not before ${day(effectiveFrom)}.`
          : `a second factor is to be taken away from the account that this address was set as the new one of. It happens on ${day(effectiveFrom)}.`,
        'If you did not ask for this, or have no account here, stop it by this link. Nobody needs to sign in for it:',
        linkTo(to, 'stop-change', link),
      ],
      '/dashboard/security',
    ),
  'access-change-ended': (to, { what, how }) =>
    letter(
      to,
      how === 'stopped'
        ? 'A change of your sign-in was stopped'
        : 'A change of your sign-in was not made',
      [
        `about “${accessChanges[what ?? '']?.subject ?? 'Your sign-in is to be changed'}”: ${ends[how ?? ''] ?? 'it has ended.'}`,
      ],
      '/dashboard/security',
    ),
  'frozen-by-owner': (to) =>
    letter(to, 'Your account is frozen', [
      'you have frozen your account: money can come in, and none can leave it. Our staff lift this when you ask them to.',
    ]),
  'staff-change': (to, { reason }) =>
    letter(to, 'Our staff changed your account', [
      'a member of our staff changed something in your account. What it was, who did it and when stands under Activity.',
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
  const choice = `Mails like this one can be switched off in your settings: ${to.origin}/dashboard/settings`
  return { subject: oneLine(subject), text: isChosen ? `${text}\n\n${choice}` : text }
}

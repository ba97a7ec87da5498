/** What people are told of their account. */
import {
  because,
  letter,
  rowsOf,
  staff,
  type Letters,
  type Recipient,
  type Values,
} from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

type Change = { subject: string; line(by: string): string; next: string }
const changes: Record<string, Change | undefined> = {
  frozen: {
    subject: 'Our staff froze your account',
    line: (by) => `${by} froze your account: money can come in, but none can leave it.`,
    next: 'Your investments continue and are paid at maturity. Write to us to have the account unfrozen.',
  },
  unfrozen: {
    subject: 'Your account is unfrozen',
    line: (by) => `${by} unfroze your account: money can leave it again.`,
    next: 'You do not need to do anything.',
  },
  'sessions-ended': {
    subject: 'Our staff ended your sessions',
    line: (by) => `${by} ended all sessions of your account, on every device.`,
    next: 'Log in again as usual. If you did not expect this, choose a new password too.',
  },
}
const edited: Change = {
  subject: 'Our staff changed your account',
  line: (by) => `${by} changed something in your account.`,
  next: 'Activity shows each change, with who made it and why. If one is wrong, write to us.',
}

const editedRows = ({ accountBalance, totalProfit, totalLoss, fullName, email }: Values) =>
  rowsOf({
    'Account balance': accountBalance,
    'Total profit': totalProfit,
    'Total loss': totalLoss,
    'Full name': fullName,
    Email: email,
  })

function staffChange(to: Recipient, values: Values) {
  const { subject, line, next } = changes[values.what ?? ''] ?? edited
  return letter(
    to,
    subject,
    [line(staff(to)), editedRows(values), ...because(values.reason), next],
    '/dashboard/activity',
  )
}

export const letters = {
  welcome: (to, { accountId }) =>
    letter(to, `Welcome to ${to.firm.name}`, [
      'Your account is open. Every change to it is listed under Activity, with who made it and why.',
      rowsOf({ 'Account ID': accountId }),
      'To begin, add money, choose a plan, and protect your account with a second factor.',
    ]),
  'frozen-by-owner': (to) =>
    letter(
      to,
      'Your account is frozen',
      [
        'You have frozen your account: money can come in, but none can leave it.',
        'Your investments continue and are paid at maturity. Only our staff can unfreeze the account: write to us when you want it.',
      ],
      '/dashboard/security',
    ),
  'staff-change': staffChange,
  'more-today': (to) =>
    letter(
      to,
      'More has happened in your account today',
      [
        'Today our staff have done more of the same in your account than we email one by one. Nothing is missing: Activity lists each change, with who made it and why.',
        'If you did not expect this, write to us.',
      ],
      '/dashboard/activity',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

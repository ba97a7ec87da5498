/** What people are told of their requests for money out. */
import { because, letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const decisions: Record<string, string> = {
  approved: 'was approved',
  rejected: 'was rejected; the amount is back in your balance',
  returned: 'could not be paid out; the amount is back in your balance',
}

export const letters = {
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
} satisfies Letters

export const mail = mailsOf(letters)

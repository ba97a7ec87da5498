/** What people are told of a payout that a bank sent back. */
import { because, letter, staff, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'payout-returned': (to, { amount, paid, reason, request }) =>
    letter(
      to,
      `Your payout of ${paid} came back`,
      [
        `The bank sent your payout of ${paid} back. Two of our staff recorded it; ${staff(to)} approved it.`,
        ...because(reason),
        amount === paid
          ? 'The whole amount is in your balance again.'
          : `${amount} of it reached us, and is in your balance again. The rest was kept by the banks on the way.`,
        'Check the account with your bank before you ask for it again.',
      ],
      `/dashboard/transfer/${request}`,
    ),
} satisfies Letters

export const mail = mailsOf(letters)

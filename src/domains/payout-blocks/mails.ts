/** What administrators are told when payouts are blocked. */
import { letter, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  'payouts-blocked': (to) =>
    letter(
      to,
      'Payouts are blocked',
      [
        'The database was restored, or is behind what a server had seen of it: payouts may have been made that the books do not have.',
        'Nothing is paid until each of them is matched by its reference and two administrators have agreed.',
      ],
      '/admin/payout-block',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

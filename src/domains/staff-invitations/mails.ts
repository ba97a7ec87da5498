/** What is told of invitations: to whom they invite, and to the administrators. */
import { letter, linkTo, unnamed, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

export const letters = {
  // Whoever has the address may be a stranger.
  'staff-invited': (to, { link }) =>
    letter(unnamed(to), `You are invited to work at ${to.firm.name}`, [
      `An administrator of ${to.firm.name} invites you to open an account for your work there. The link works once, for three days.`,
      linkTo(to, 'staff-invitation', link, 'Open your account'),
      'You choose a password and set up a second factor. Two administrators then give the account its role.',
      'If you do not expect this, ignore this email: without the link nothing happens.',
    ]),
  'administrator-invited': (to) =>
    letter(
      to,
      'The operator invited an administrator',
      [
        'Whoever runs the server of this firm made an invitation for a further administrator there. It was not made by any of you.',
        'The role counts 24 hours later at the earliest. Until then any administrator can take the invitation back, or reject the role.',
        'If you did not expect this, take it back, and ask whoever runs the server.',
      ],
      '/admin/staff',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

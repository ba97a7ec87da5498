/** What staff are told of roles, and whoever gets one or loses one. */
import { roleIn } from '../../contract/user.ts'
import { because, letter, staff, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

const roleOf = (to: string | undefined) => roleIn(to) ?? 'another role'

/** Mails to staff name nobody whom they are about: names are erased with their person, and these mails aren't. */
export const letters = {
  'role-proposed': (to, { role }) =>
    letter(
      to,
      'A change of a role waits for a decision',
      [
        `${staff(to)} proposed to make somebody ${roleOf(role)}.`,
        'Nothing has changed yet. Another administrator, whom it is not about, decides within seven days.',
      ],
      '/admin/staff',
    ),
  'role-decided': (to, { role }) =>
    letter(
      to,
      'A role was changed',
      [
        `Two administrators made somebody ${roleOf(role)}; ${staff(to)} approved it.`,
        'If you did not expect this, look at who works here, and ask them.',
      ],
      '/admin/staff',
    ),
  'role-changed': (to, { role, reason }) =>
    letter(to, 'Your role was changed', [
      `Two administrators made you ${roleOf(role)}. All your sessions have ended: log in again.`,
      because(reason),
      'If you did not expect this, write to us.',
    ]),
  'role-given': (to, { role }) =>
    letter(to, 'Your role was changed', [
      `The operator’s invitation made you ${roleOf(role)}. All your sessions have ended: log in again.`,
      'If you did not expect this, write to us.',
    ]),
  'invited-role-waits': (to, { role }) =>
    letter(
      to,
      'Whom the operator invited has opened an account',
      [
        `They become ${roleOf(role)} 24 hours after the invitation was made, without anybody’s approval. It was made by whoever runs the server of this firm.`,
        'Until then any administrator can reject it.',
      ],
      '/admin/staff',
    ),
  'invited-role-counts': (to, { role }) =>
    letter(
      to,
      'Whom the operator invited has a role now',
      [
        `They have become ${roleOf(role)}: the 24 hours are over, and nobody has rejected it.`,
        'If you did not expect this, look at who works here, and ask them.',
      ],
      '/admin/staff',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

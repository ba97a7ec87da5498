/** What staff are told of roles, and whoever gets one or loses one. */
import { asRoles, noRoles } from '../../contract/roles.ts'
import { letter, reasonLine, staff, type Letters } from '../../platform/mail/letter.ts'
import { mailsOf } from '../mails/send.ts'

/** Of the kept text. */
const called = (roles: string | undefined) => asRoles(roles ?? noRoles)

/** Mails to staff name nobody whom they are about: names are erased with their person, and these mails aren't. */
export const letters = {
  'role-proposed': (to, { roles }) =>
    letter(
      to,
      'A change of roles waits for a decision',
      [
        `${staff(to)} proposed to make somebody ${called(roles)}.`,
        'Nothing has changed yet. Another who may give roles, and whom it is not about, decides within seven days.',
      ],
      '/admin/staff',
    ),
  'role-decided': (to, { roles }) =>
    letter(
      to,
      'Somebody’s roles were changed',
      [
        `Two people made somebody ${called(roles)}; ${staff(to)} approved it.`,
        'If you did not expect this, look at who works here, and ask them.',
      ],
      '/admin/staff',
    ),
  'role-changed': (to, { roles, reason }) =>
    letter(to, 'Your roles were changed', [
      `Two of our staff made you ${called(roles)}. All your sessions have ended: log in again.`,
      reasonLine(reason),
      'If you did not expect this, write to us.',
    ]),
  'role-given': (to, { roles }) =>
    letter(to, 'Your roles were changed', [
      `The operator’s invitation made you ${called(roles)}. All your sessions have ended: log in again.`,
      'If you did not expect this, write to us.',
    ]),
  'invited-role-waits': (to, { roles }) =>
    letter(
      to,
      'Whom the operator invited has opened an account',
      [
        `They become ${called(roles)} 24 hours after the invitation was made, without anybody’s approval. It was made by whoever runs the server of this firm.`,
        'Until then any administrator can reject it.',
      ],
      '/admin/staff',
    ),
  'invited-role-counts': (to, { roles }) =>
    letter(
      to,
      'Whom the operator invited has a role now',
      [
        `They have become ${called(roles)}: the 24 hours are over, and nobody has rejected it.`,
        'If you did not expect this, look at who works here, and ask them.',
      ],
      '/admin/staff',
    ),
} satisfies Letters

export const mail = mailsOf(letters)

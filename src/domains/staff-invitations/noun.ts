import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { inviteAdministrator, inviteStaff, withdrawStaffInvitation } from './rules.ts'
import { writers } from './writers.ts'

export const noun = {
  commands: {
    InviteAdministrator: inviteAdministrator,
    InviteStaff: inviteStaff,
    WithdrawStaffInvitation: withdrawStaffInvitation,
  },
  writers,
  letters,
  tellsStaff: ['InviteStaff'],
  tellsStaffByItself: ['InviteAdministrator'],
} satisfies Noun

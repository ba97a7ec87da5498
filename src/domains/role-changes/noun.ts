import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { finishRoleChange, refuseInvitedRole, acceptInvitation } from './operators.ts'
import { proposeRoleChange } from './rules.ts'
import { invitedRoles } from './table.ts'
import { roleChange } from './proposals.ts'

export const noun = {
  commands: {
    ProposeRoleChange: proposeRoleChange,
    AcceptInvitation: acceptInvitation,
    FinishRoleChange: finishRoleChange,
    RefuseInvitedRole: refuseInvitedRole,
  },
  writers: [invitedRoles],
  letters,
  tellsStaff: ['ProposeRoleChange'],
  tellsStaffByItself: ['FinishRoleChange', 'AcceptInvitation'],
  proposals: [roleChange],
} satisfies Noun

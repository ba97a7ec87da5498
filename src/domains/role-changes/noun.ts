import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { finishRoleChange, refuseInvitedRole, takeUpInvitation } from './operators.ts'
import { proposeRoleChange } from './rules.ts'
import { invitedRoles } from './table.ts'
import { roleChange } from './proposals.ts'

export const noun = {
  commands: {
    ProposeRoleChange: proposeRoleChange,
    TakeUpInvitation: takeUpInvitation,
    FinishRoleChange: finishRoleChange,
    RefuseInvitedRole: refuseInvitedRole,
  },
  writers: [invitedRoles],
  letters,
  tellsStaff: ['ProposeRoleChange'],
  tellsStaffByItself: ['FinishRoleChange', 'TakeUpInvitation'],
  proposals: [roleChange],
} satisfies Noun

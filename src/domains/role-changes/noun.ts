import { stillOpen } from '../approvals/still-open.ts'
import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { finishRoleChange, takeUpInvitation } from './operators.ts'
import { approveRoleChange, proposeRoleChange, refuseRoleChange, proposalForMs } from './rules.ts'
import { roleChanges } from './table.ts'

export const noun = {
  commands: {
    ProposeRoleChange: proposeRoleChange,
    ApproveRoleChange: approveRoleChange,
    RefuseRoleChange: refuseRoleChange,
    TakeUpInvitation: takeUpInvitation,
    FinishRoleChange: finishRoleChange,
  },
  writers: [roleChanges],
  letters,
  tellsStaff: ['ProposeRoleChange', 'ApproveRoleChange', 'TakeUpInvitation'],
  tellsStaffByItself: ['FinishRoleChange'],
  waits: {
    of: 'role-changes',
    text: `select proposed_at as at, array[proposed_by] as begun, proposal.owner_id as about
      from role_changes proposal join owners by on by.id = proposed_by where proposal.status = 'proposed' and ${stillOpen('proposed_at', proposalForMs)}`,
  },
} satisfies Noun

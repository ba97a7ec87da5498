import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { finishRoleChange, takeUpInvitation } from './operators.ts'
import { approveRoleChange, proposeRoleChange, refuseRoleChange } from './rules.ts'
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
} satisfies Noun

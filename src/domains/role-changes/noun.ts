import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import { approveRoleChange, proposeRoleChange, refuseRoleChange } from './rules.ts'
import { roleChanges } from './table.ts'

export const noun = {
  commands: {
    ProposeRoleChange: proposeRoleChange,
    ApproveRoleChange: approveRoleChange,
    RefuseRoleChange: refuseRoleChange,
  },
  writers: [roleChanges],
  letters,
} satisfies Noun

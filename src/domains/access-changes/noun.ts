import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import { recordedChange, recordedSteps } from './follow.ts'
import { letters } from './mails.ts'
import {
  agreeToEmailChange,
  approveAccessChange,
  requestEmailChange,
  confirmEmail,
  finishAccessChange,
  proposeFactorRemoval,
  refuseAccessChange,
  stopAccessChange,
} from './rules.ts'
import { accessChanges } from './table.ts'

export const noun = {
  commands: {
    ProposeFactorRemoval: proposeFactorRemoval,
    ApproveAccessChange: approveAccessChange,
    RefuseAccessChange: refuseAccessChange,
    StopAccessChange: stopAccessChange,
    RequestEmailChange: requestEmailChange,
    AgreeToEmailChange: agreeToEmailChange,
    ConfirmEmail: confirmEmail,
    FinishAccessChange: finishAccessChange,
  },
  writers: [accessChanges],
  facts: [recordedChange, recordedSteps],
  letters,
  waits: {
    of: 'access-changes',
    may: 'change-sign-ins',
    text: "select id, proposed_at as at, array[proposed_by] as begun, array[owner_id] as about from access_changes where status = 'proposed' and proposed_by <> owner_id",
    rows: waitingRows(accessChanges, ({ owner, status, proposedBy }) => ({
      waits: status === 'proposed' && proposedBy !== owner,
      may: 'change-sign-ins',
      begun: [proposedBy],
      about: [owner],
    })),
  },
} satisfies Noun

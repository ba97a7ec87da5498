import { waitingRows } from '../../desk/waiting-rows.ts'
import type { Noun } from '../noun.ts'
import { pendingOf } from './bounds.ts'
import { letters } from './mails.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  returnWithdrawal,
} from './rules.ts'
import { sentBy } from './sent.ts'
import { references, withdrawals } from './table.ts'

export const noun = {
  commands: {
    RequestWithdrawal: requestWithdrawal,
    CancelWithdrawal: cancelWithdrawal,
    ApproveWithdrawal: approveWithdrawal,
    RejectWithdrawal: rejectWithdrawal,
    PayWithdrawal: payWithdrawal,
    ReturnWithdrawal: returnWithdrawal,
  },
  writers: [withdrawals, references],
  facts: [pendingOf, sentBy],
  letters,
  waits: {
    of: 'withdrawals',
    may: 'agree-to-money',
    text: "select id, amount, created_at as at, array[first_approved_by] as begun, array[owner_id] as about from withdrawals where status = 'pending'",
    has: ['amount'],
    rows: waitingRows(withdrawals, ({ owner, status, firstApprovedBy }) => ({
      waits: status === 'pending',
      may: 'agree-to-money',
      begun: [firstApprovedBy],
      about: [owner],
    })),
  },
} satisfies Noun

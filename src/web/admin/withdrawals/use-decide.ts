/** Sends a decision about one request, and says what came of it. */
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import {
  asShown,
  useApproveWithdrawalMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useReturnWithdrawalMutation,
} from '../../api/staff-withdrawals.ts'
import type { Failure } from '../../api/failure.ts'
import { useCommand } from '../../api/use-command.ts'

export type Decision = 'approve' | 'reject' | 'pay' | 'return'

/** `onDone` comes before it closes, when it was decided. */
export type Closing = { onClose(): void; onDone?: (() => void) | undefined }

export function useDecide({ onClose, onDone }: Closing) {
  const [approve] = useApproveWithdrawalMutation()
  const [reject] = useRejectWithdrawalMutation()
  const [pay] = usePayWithdrawalMutation()
  const [giveBack] = useReturnWithdrawalMutation()
  const calls = {
    approve: (row: Withdrawal) => approve(asShown(row)),
    reject: ({ _id: id }: Withdrawal, reason: string) => reject({ id, reason }),
    pay: (row: Withdrawal, reference: string) => pay({ ...asShown(row), reference }),
    return: ({ _id: id }: Withdrawal, reason: string) => giveBack({ id, reason }),
  }
  const { give, busy, isSent } = useCommand({
    trigger: ({ row, what, text }: { row: Withdrawal; what: Decision; text: string }) =>
      calls[what](row, text),
    otherwise: 'This could not be booked. Please try again.',
    told: 'in toasts',
    onDone() {
      onDone?.()
      onClose()
    },
    // Decided by someone else, or not what was shown: there is nothing left to confirm, and the list shows the current state.
    onRefused: (failure) => isOver(failure) && onClose(),
  })
  const decide = (row: Withdrawal, what: Decision, text: string) => give({ row, what, text })
  return { decide, busy, isSent }
}

/** A payout's reference that is already used can be typed again. */
const isOver = ({ status, data }: Failure) => status === 409 && data?.code !== 'reference_used'

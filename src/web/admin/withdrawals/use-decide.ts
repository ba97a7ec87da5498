/** Sends a decision about one request, and says what came of it. */
import { useState } from 'react'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import {
  asShown,
  useApproveWithdrawalMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useReturnWithdrawalMutation,
} from '../../api/staff-withdrawals.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { toastBad, toastGood } from '../../ui/toast.tsx'

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
  const { send, busy } = useSend(
    ({ row, what, text }: { row: Withdrawal; what: Decision; text: string }) =>
      calls[what](row, text),
  )
  /** From pressing until it closes: what the list then says of the request is one's own doing. */
  const [isSent, setSent] = useState(false)
  async function decide(row: Withdrawal, what: Decision, text: string) {
    setSent(true)
    const outcome = await send({ row, what, text })
    if (!outcome) return
    if (outcome.failure)
      toastBad(failureText(outcome.failure, 'This could not be booked. Please try again.'))
    else {
      toastGood(outcome.data.message)
      onDone?.()
    }
    // Decided by someone else, or not what was shown: there is nothing left to confirm, and the list shows the current state.
    if (!outcome.failure || isOver(outcome.failure)) onClose()
    else setSent(false)
  }
  return { decide, busy, isSent }
}

/** A payout's reference that is already used can be typed again. */
const isOver = ({ status, data }: Failure) => status === 409 && data?.code !== 'reference_used'

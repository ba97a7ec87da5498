import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { useCancelWithdrawalMutation } from '../../api/withdrawals.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

/** Takes a request back, as long as nobody has decided it; after that there is nothing to press. */
export function CancelRequest({
  request,
  compact = false,
}: {
  request: Withdrawal
  compact?: boolean
}) {
  const [asked, ask] = useState(false)
  const [cancel] = useCancelWithdrawalMutation()
  const { send, busy } = useSend(cancel)
  async function confirm() {
    const outcome = await send(request._id)
    if (!outcome) return
    ask(false)
    if (outcome.failure)
      toastBad(
        failureText(outcome.failure, 'The request could not be cancelled. Please try again.'),
      )
    else toastGood(outcome.data.message)
  }
  return (
    <>
      {request.status === 'pending' && (
        <Button
          variant="default"
          size={compact ? 'compact-sm' : 'sm'}
          data-danger
          onClick={() => ask(true)}
        >
          {compact ? 'Cancel' : 'Cancel this request'}
        </Button>
      )}
      <Question
        title="Cancel this request?"
        open={asked}
        onClose={() => ask(false)}
        confirm="Cancel the request"
        keep="Keep it"
        busyText="Processing..."
        busy={busy}
        danger
        onConfirm={confirm}
      >
        <p>{usd(request.amount)} returns to your balance at once. Nothing is sent.</p>
      </Question>
    </>
  )
}

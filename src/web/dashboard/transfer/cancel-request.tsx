import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { AskButton } from '../../account/ask-button.tsx'
import { useCancelWithdrawalMutation } from '../../api/withdrawals.ts'
import { usd } from '../../ui/amount.ts'
import { placeOf } from '../../account/withdrawal-words.ts'

type CancelRequestProps = { request: Withdrawal; compact?: boolean }

/** Takes a request back, as long as nobody has decided it; after that there is nothing to press. */
export function CancelRequest({ request, compact = false }: CancelRequestProps) {
  const [cancel] = useCancelWithdrawalMutation()
  return (
    <AskButton
      label={compact ? 'Cancel' : 'Cancel this request'}
      compact={compact}
      isOver={request.status !== 'pending'}
      title="Cancel this request?"
      confirm="Cancel the request"
      keep="Keep it"
      busyText="Processing..."
      send={() => cancel(request._id)}
      otherwise="The request could not be cancelled. Please try again."
    >
      <p>
        {usd(request.amount)} to {placeOf(request)}.
      </p>
      <p>{usd(request.amount)} returns to your balance at once. Nothing is sent.</p>
    </AskButton>
  )
}

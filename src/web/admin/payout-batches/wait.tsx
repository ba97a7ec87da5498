import { Link } from 'react-router'
import type { Withdrawal } from '../../../contract/withdrawal.ts'
import { usePayoutsInCoinsQuery } from '../../api/payout-batches.ts'
import { batchPath, payouts } from './words.ts'

/** In the list of what is to be paid out: how many of it leave by batches; nothing where the firm pays out no bitcoin. */
export function WaitingForBatch() {
  const { data } = usePayoutsInCoinsQuery()
  if (!data || data.data.network === null) return null
  const { waiting, inBatches } = data.data
  const said = [
    waiting.length > 0
      ? `${payouts(waiting.length)} to Bitcoin addresses to be put into a batch`
      : '',
    inBatches.length > 0 ? `${inBatches.length} in a batch` : '',
  ].filter(Boolean)
  return (
    <p className="caption">
      {said.length > 0 && `${said.join(', ')}. `}
      <Link to="/admin/payout-batches">Bitcoin payouts</Link>
    </p>
  )
}

/** How a request leaves that goes to a Bitcoin address: in which batch, or in none yet. Null: it is paid by hand; undefined: it isn't known yet. */
export function useLeavesInBatch({
  _id: id,
  type,
}: Withdrawal): { batch: string | null } | null | undefined {
  const toWallet = type === 'bank_transfer'
  const { data } = usePayoutsInCoinsQuery(undefined, { skip: !toWallet })
  if (!toWallet) return null
  if (!data) return undefined
  const { waiting, inBatches } = data.data
  const inOne = inBatches.find(({ withdrawalId }) => withdrawalId === id)
  if (inOne) return { batch: inOne.batchId }
  return waiting.some(({ withdrawalId }) => withdrawalId === id) ? { batch: null } : null
}

/** Instead of asking for a reference that the chain gives. */
export const LeavesInBatch = ({ batch }: { batch: string | null }) => (
  <p>
    {batch === null ? (
      <>
        It goes to a Bitcoin address: put it into a batch under{' '}
        <Link to="/admin/payout-batches">Bitcoin payouts</Link>. Once the chain has it, it is
        recorded by itself, with its reference.
      </>
    ) : (
      <>
        <Link to={batchPath(batch)}>A batch</Link> is to pay it. Once the chain has that, it is
        recorded by itself, with its reference.
      </>
    )}
  </p>
)

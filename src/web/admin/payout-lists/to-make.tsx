import { Link } from 'react-router'
import { maxListed } from '../../../contract/payout-list.ts'
import type { PayableInCoins } from '../../../contract/payouts.ts'
import { useBuildPayoutListMutation } from '../../api/payout-lists.ts'
import { BuildForm } from '../coin-payouts/build-form.tsx'
import { WaitingToBePaid, type Chosen } from '../coin-payouts/waiting.tsx'
import { pathOf } from '../coin-payouts/words.ts'
import { listName } from './words.ts'

/** What waits for a list, and how one is made of it. */
export const ToMake = ({ waiting }: { waiting: PayableInCoins[] }) => (
  <WaitingToBePaid
    what="list"
    waiting={waiting}
    most={maxListed}
    empty="No approved withdrawals to TRON addresses are waiting. They appear here once approved."
  >
    {(chosen) => <MakeForm chosen={chosen} />}
  </WaitingToBePaid>
)

function MakeForm({ chosen }: { chosen: Chosen }) {
  const [build] = useBuildPayoutListMutation()
  return (
    <BuildForm
      what="list"
      chosen={chosen}
      trigger={build}
      asked={(withdrawals) => ({ withdrawals })}
      says="The USDT is worked out at the present rate."
      button={{
        text: 'Make the list',
        busy: 'Making...',
        otherwise: 'Nothing was listed. Please try again.',
      }}
    />
  )
}

/** Which lists may still pay approved withdrawals, and how many. */
export function OnLists({ onLists }: { onLists: { listId: string }[] }) {
  if (onLists.length === 0) return null
  const counts = [...Map.groupBy(onLists, ({ listId }) => listId)]
  return (
    <p>
      {onLists.length === 1
        ? '1 approved withdrawal is on a list that may still pay it'
        : `${onLists.length} approved withdrawals are on lists that may still pay them`}
      :{' '}
      {counts.map(([id, rows], at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={pathOf.list(id)}>{listName(id)}</Link> ({rows.length})
        </span>
      ))}
      .
    </p>
  )
}

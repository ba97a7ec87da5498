import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxListed } from '../../../contract/payout-list.ts'
import type { PayableInCoins } from '../../../contract/payout-batch.ts'
import { failureText } from '../../api/failure.ts'
import { useBuildPayoutListMutation } from '../../api/payout-lists.ts'
import { useSend } from '../../api/use-send.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import styles from '../coin-payouts/coin-payouts.module.css'
import { nobody, stillWrong, WaitingToBePaid, type Chosen } from '../coin-payouts/waiting.tsx'
import { pathOf, payouts, total } from '../coin-payouts/words.ts'
import { listName } from './words.ts'

/** What waits for a list, and how one is made of it. */
export const ToMake = ({ waiting }: { waiting: PayableInCoins[] }) => (
  <WaitingToBePaid
    what="list"
    waiting={waiting}
    most={maxListed}
    empty="No approved withdrawal to an address on TRON waits for a list. Once one is approved it stands here."
  >
    {(chosen) => <MakeForm chosen={chosen} />}
  </WaitingToBePaid>
)

function MakeForm({ chosen }: { chosen: Chosen }) {
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const [build] = useBuildPayoutListMutation()
  const { send, busy } = useSend(build)
  const said = stillWrong(problem, chosen)
  async function submit() {
    if (chosen.rows.length === 0) return setProblem(nobody)
    setProblem(null)
    const outcome = await send({
      withdrawals: chosen.rows.map(({ withdrawalId }) => withdrawalId),
    })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was listed. Please try again.'))
    toastGood(outcome.data.message)
    await navigate(pathOf.list(outcome.data.data.id))
  }
  return (
    <div className={styles.build}>
      <p>
        Chosen: {payouts(chosen.rows.length)}, {total(chosen.rows)}. The USDT is worked out at the
        present rate. Nothing leaves yet.
      </p>
      {said && <Note tone="bad">{said}</Note>}
      <div className="row">
        <Button disabled={busy} onClick={() => void submit()}>
          {busy ? 'Making...' : 'Make the list'}
        </Button>
      </div>
    </div>
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

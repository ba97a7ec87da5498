import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { maxPayments, type PayableInCoins } from '../../../contract/payout-batch.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useBuildPayoutBatchMutation } from '../../api/payout-batches.ts'
import { useSend } from '../../api/use-send.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import styles from '../coin-payouts/coin-payouts.module.css'
import { nobody, stillWrong, WaitingToBePaid, type Chosen } from '../coin-payouts/waiting.tsx'
import { pathOf, payouts, total } from '../coin-payouts/words.ts'
import { FeeRate, feeRateIn, feeRateProblem } from './fee-rate.tsx'

type ToBuildProps = { waiting: PayableInCoins[]; aside: ReactNode }

/** What waits for a batch, and how one is built of it. */
export const ToBuild = ({ waiting, aside }: ToBuildProps) => (
  <WaitingToBePaid
    what="batch"
    waiting={waiting}
    most={maxPayments}
    aside={aside}
    empty="No approved withdrawal to a Bitcoin address waits for a batch. Once one is approved it stands here."
  >
    {(chosen) => <BuildForm chosen={chosen} />}
  </WaitingToBePaid>
)

function BuildForm({ chosen }: { chosen: Chosen }) {
  const [feeRate, setFeeRate] = useState('')
  const [feeProblem, setFeeProblem] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const [build] = useBuildPayoutBatchMutation()
  const { send, busy } = useSend(build)
  const giveUp = useUnsaved(feeRate !== '')
  async function submit() {
    const wrong = feeRateProblem(feeRate)
    setFeeProblem(wrong)
    setProblem(chosen.rows.length === 0 ? nobody : null)
    if (wrong !== null || chosen.rows.length === 0) return
    const withdrawals = chosen.rows.map(({ withdrawalId }) => withdrawalId)
    const outcome = await send({ withdrawals, feeRate: feeRateIn(feeRate)! })
    if (!outcome) return
    if (outcome.failure) {
      const field = fieldProblems(outcome.failure).feeRate ?? null
      setFeeProblem(field)
      return setProblem(
        field ?? failureText(outcome.failure, 'Nothing was built. Please try again.'),
      )
    }
    toastGood(outcome.data.message)
    giveUp()
    await navigate(pathOf.batch(outcome.data.data.id))
  }
  const said = stillWrong(problem, chosen)
  return (
    <form
      className={styles.build}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      noValidate
    >
      <FeeRate
        value={feeRate}
        error={feeProblem}
        onChange={(text) => {
          setFeeRate(text)
          setFeeProblem(null)
        }}
      />
      <p>
        Chosen: {payouts(chosen.rows.length)}, {total(chosen.rows)}. The coins are worked out at the
        present rate, and the network’s fee is the firm’s. Nothing leaves yet.
      </p>
      {said && <Note tone="bad">{said}</Note>}
      <div className="row">
        <Button type="submit" disabled={busy}>
          {busy ? 'Building...' : 'Build the batch'}
        </Button>
      </div>
    </form>
  )
}

import { useState, type ReactNode } from 'react'
import { maxPayments } from '../../../contract/payout-batch.ts'
import type { PayableInCoins } from '../../../contract/payouts.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useBuildPayoutBatchMutation } from '../../api/payout-batches.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { BuildForm } from '../coin-payouts/build-form.tsx'
import { WaitingToBePaid, type Chosen } from '../coin-payouts/waiting.tsx'
import { FeeRate, feeRateIn, feeRateProblem } from './fee-rate.tsx'

type ToBuildProps = { waiting: PayableInCoins[]; aside: ReactNode }

/** What waits for a batch, and how one is built of it. */
export const ToBuild = ({ waiting, aside }: ToBuildProps) => (
  <WaitingToBePaid
    what="batch"
    waiting={waiting}
    most={maxPayments}
    aside={aside}
    empty="No approved withdrawals to Bitcoin addresses are waiting. They appear here once approved."
  >
    {(chosen) => <FeeForm chosen={chosen} />}
  </WaitingToBePaid>
)

function FeeForm({ chosen }: { chosen: Chosen }) {
  const [feeRate, setFeeRate] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [build] = useBuildPayoutBatchMutation()
  const giveUp = useUnsaved(feeRate !== '')
  return (
    <BuildForm
      what="batch"
      chosen={chosen}
      trigger={build}
      asked={(withdrawals) => {
        setWrong(feeRateProblem(feeRate))
        const rate = feeRateIn(feeRate)
        return rate === null ? null : { withdrawals, feeRate: rate }
      }}
      field={(refused) => (
        <FeeRate
          value={feeRate}
          error={wrong ?? fieldProblems(refused).feeRate ?? null}
          onChange={(text) => {
            setFeeRate(text)
            setWrong(null)
          }}
        />
      )}
      says="The coins are worked out at the present rate, and the network’s fee is the firm’s."
      button={{
        text: 'Build the batch',
        busy: 'Building...',
        otherwise: 'Nothing was built. Please try again.',
      }}
      onBuilt={giveUp}
    />
  )
}

import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BatchPayment } from '../../../contract/payout-batch.ts'
import { fieldProblems } from '../../api/failure.ts'
import { useBuildPayoutBatchMutation } from '../../api/payout-batches.ts'
import { useCommand } from '../../api/use-command.ts'
import { usd } from '../../ui/amount.ts'
import { Question } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { useOvertaken } from '../coin-payouts/overtaken.tsx'
import { pathOf } from '../coin-payouts/words.ts'
import { FeeRate, feeRateIn, feeRateProblem } from './fee-rate.tsx'
import { watchedOf } from './overtaken.ts'
import styles from './payout-batches.module.css'
import type { OpenBatch } from './words.ts'

/** Another transaction in place of this one. Both spend the same coin. */
export function Rebuild({ open, onClose }: { open: OpenBatch; onClose(): void }) {
  const { batch, payments, sentFeeRate } = open
  const isSentOne = batch.status === 'sent'
  const [feeRate, setFeeRate] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const unpaid = payments.filter(({ paidAt }) => paidAt === null)
  const kept = unpaid.filter(({ withdrawalId }) => !without.has(withdrawalId))
  const navigate = useNavigate()
  const [trigger] = useBuildPayoutBatchMutation()
  const { give, busy, isSent, problem, refused } = useCommand({
    trigger,
    otherwise: 'Nothing was built. Please try again.',
    onDone({ data }) {
      onClose()
      void navigate(pathOf.batch(data.id))
    },
  })
  const instead = useOvertaken(watchedOf(open), isSent, onClose)
  function confirm() {
    const fault = feeRateProblem(feeRate, sentFeeRate)
    setWrong(fault)
    if (fault !== null) return
    const withdrawals = kept.map(({ withdrawalId }) => withdrawalId)
    void give({ withdrawals, feeRate: feeRateIn(feeRate)!, replaces: batch.id })
  }
  return (
    <Question
      title="Rebuild this batch?"
      open
      onClose={onClose}
      confirm="Rebuild batch"
      busyText="Building..."
      busy={busy}
      cannot={kept.length === 0}
      instead={instead}
      onConfirm={confirm}
    >
      <p>
        Both spend the same coin, so that one of them alone can ever be mined.{' '}
        {isSentOne
          ? 'This one stays on its way until the new one is signed, sent and mined.'
          : 'This one is cancelled.'}{' '}
        The coins are worked out at the present rate.
      </p>
      <FeeRate
        value={feeRate}
        error={wrong ?? fieldProblems(refused).feeRate ?? null}
        onChange={(text) => {
          setFeeRate(text)
          setWrong(null)
        }}
      />
      <Whom payments={unpaid} without={without} onChange={setWithout} />
      {problem && <Note tone="bad">{problem}</Note>}
    </Question>
  )
}

type WhomProps = {
  payments: BatchPayment[]
  without: ReadonlySet<string>
  onChange(without: ReadonlySet<string>): void
}

const Whom = ({ payments, without, onChange }: WhomProps) => (
  <ul className={styles.choice} aria-label="Recipients">
    {payments.map(({ withdrawalId: id, user, amount }) => (
      <li key={id}>
        <Checkbox
          label={`${user.fullName}, ${usd(amount)}`}
          checked={!without.has(id)}
          onChange={({ currentTarget: { checked } }) => {
            const others = [...without].filter((one) => one !== id)
            onChange(new Set(checked ? others : [...others, id]))
          }}
        />
      </li>
    ))}
  </ul>
)

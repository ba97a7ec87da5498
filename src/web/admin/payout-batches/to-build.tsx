import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { maxPayments, type PayableInCoins } from '../../../contract/payout-batch.ts'
import { formatUsd } from '../../../lib/money.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useBuildPayoutBatchMutation } from '../../api/payout-batches.ts'
import { useSend } from '../../api/use-send.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useStaff } from '../staff.ts'
import { UserLink } from '../way-back.tsx'
import { FeeRate, feeRateIn, feeRateProblem } from './fee-rate.tsx'
import styles from './payout-batches.module.css'
import { batchPath, payouts } from './words.ts'

const total = (rows: readonly PayableInCoins[]) =>
  formatUsd(rows.reduce((cents, { amount }) => cents + centsOf(amount), 0n))

type ToBuildProps = { waiting: PayableInCoins[]; aside: ReactNode }

/** What waits for a batch, and how one is built of it. */
export function ToBuild({ waiting, aside }: ToBuildProps) {
  const { mayChange } = useStaff()
  return (
    <Sheet title="Waiting for a batch" aside={aside} lit>
      {waiting.length === 0 ? (
        <Empty>
          No approved withdrawal to a Bitcoin address waits for a batch. Once one is approved it
          stands here.
        </Empty>
      ) : (
        <div className="stack">
          <p>
            {payouts(waiting.length)} of {total(waiting)} in all.
          </p>
          {mayChange ? (
            <Build waiting={waiting} />
          ) : (
            <DataTable
              label="Waiting for a batch"
              columns={facts}
              rows={waiting}
              keyOf={({ withdrawalId }) => withdrawalId}
            />
          )}
        </div>
      )}
    </Sheet>
  )
}

const facts: Column<PayableInCoins>[] = [
  {
    head: 'Person',
    kind: 'name',
    cell: ({ user }) => <UserLink userId={user.id}>{user.fullName}</UserLink>,
  },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  {
    head: 'Approved',
    kind: 'date',
    cell: ({ approvedAt }) => <time dateTime={approvedAt}>{showDateTime(approvedAt)}</time>,
  },
]

/** By id: what is paid or given back meanwhile is no longer among the chosen. */
function useChosen(waiting: readonly PayableInCoins[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = waiting.filter(({ withdrawalId }) => ids.has(withdrawalId))
  const choose = (chosen: readonly PayableInCoins[]) =>
    setIds(new Set(chosen.slice(0, maxPayments).map(({ withdrawalId }) => withdrawalId)))
  return {
    rows,
    isAll: rows.length === Math.min(waiting.length, maxPayments),
    isFull: rows.length >= maxPayments,
    has: ({ withdrawalId }: PayableInCoins) => ids.has(withdrawalId),
    turn: (row: PayableInCoins) =>
      choose(ids.has(row.withdrawalId) ? rows.filter((one) => one !== row) : [...rows, row]),
    turnAll: (isOn: boolean) => choose(isOn ? waiting : []),
  }
}
type Chosen = ReturnType<typeof useChosen>

function Build({ waiting }: { waiting: PayableInCoins[] }) {
  const chosen = useChosen(waiting)
  const choice: Column<PayableInCoins> = {
    head: 'Pay',
    kind: 'short',
    cell: (row) => (
      <Checkbox
        aria-label={`Pay ${usd(row.amount)} to ${row.user.fullName}`}
        checked={chosen.has(row)}
        disabled={chosen.isFull && !chosen.has(row)}
        onChange={() => chosen.turn(row)}
      />
    ),
  }
  return (
    <>
      {waiting.length > 1 && (
        <Checkbox
          label={
            waiting.length > maxPayments ? `The first ${maxPayments}` : `All ${waiting.length}`
          }
          checked={chosen.isAll}
          indeterminate={chosen.rows.length > 0 && !chosen.isAll}
          onChange={({ currentTarget }) => chosen.turnAll(currentTarget.checked)}
        />
      )}
      {waiting.length > maxPayments && (
        <p className="small">A batch pays at most {maxPayments}; the others wait for the next.</p>
      )}
      <DataTable
        label="Waiting for a batch"
        columns={[choice, ...facts]}
        rows={waiting}
        keyOf={({ withdrawalId }) => withdrawalId}
      />
      <BuildForm chosen={chosen} />
    </>
  )
}

const nobody = 'Choose at least one withdrawal.'

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
    await navigate(batchPath(outcome.data.data.id))
  }
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
      {problem && !(problem === nobody && chosen.rows.length > 0) && (
        <Note tone="bad">{problem}</Note>
      )}
      <div className="row">
        <Button type="submit" disabled={busy}>
          {busy ? 'Building...' : 'Build the batch'}
        </Button>
      </div>
    </form>
  )
}

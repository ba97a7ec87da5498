/** Due payouts as a file: for the firm's bank, or for whoever pays by hand. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ExportFormat } from '../../../contract/bank-export.ts'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { dollarsFromCents } from '../../../lib/money.ts'
import { transfersIn } from '../../../lib/transfers.ts'
import { useBuildBankExportMutation, useReleaseBankExportMutation } from '../../api/bank-exports.ts'
import { useDepositAddressesQuery } from '../../api/deposits.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Note } from '../../ui/states.tsx'
import { total } from '../coin-payouts/words.ts'
import { useHandOut } from './bank-exports.tsx'
import { mayLeave } from './payouts.ts'
import styles from './withdrawals.module.css'

/** `whole`: those that are what was recorded; `exported`: the requests that a file has already. */
type ExportProps = Record<'due' | 'whole', QueuedWithdrawal[]> & { exported: ReadonlySet<string> }

export function Export({ due, whole, exported }: ExportProps) {
  const payable = whole.filter((row) => mayLeave(row) && !exported.has(row._id))
  const differing = due.length - whole.length
  const staying = whole.filter((row) => !mayLeave(row))
  const frozen = staying.filter(({ looks }) => looks.includes('account_frozen')).length
  const checked = staying.length - frozen
  return (
    <>
      <p>
        {payable.length} {payable.length === 1 ? 'payout is' : 'payouts are'} due. Total{' '}
        {total(payable)}. Each was compared with its request just now.
      </p>
      {differing > 0 && (
        <Note tone="bad">
          {differing} more {differing === 1 ? 'is' : 'are'} not what was recorded, and left out. Do
          not pay {differing === 1 ? 'it' : 'them'}.
        </Note>
      )}
      {frozen > 0 && (
        <Note tone="bad">
          {frozen} more {frozen === 1 ? 'is' : 'are'} of {frozen === 1 ? 'an account' : 'accounts'}{' '}
          frozen after the approval, and left out. Do not pay {frozen === 1 ? 'it' : 'them'}.
        </Note>
      )}
      {checked > 0 && (
        <Note tone="bad">
          {checked} more {checked === 1 ? 'waits' : 'wait'} for a check that the law requires, and{' '}
          {checked === 1 ? 'is' : 'are'} left out. Do not pay {checked === 1 ? 'it' : 'them'}.
        </Note>
      )}
      <ExportFiles rows={payable} />
    </>
  )
}

/** Exports claim what they have: from then on nobody else exports or returns it. */
function ExportFiles({ rows }: { rows: QueuedWithdrawal[] }) {
  const [build] = useBuildBankExportMutation()
  const [release] = useReleaseBankExportMutation()
  const { send, busy } = useSend(build)
  const releasing = useSend(release)
  const { handOut, busy: isHanding, problem: inTheWay, said } = useHandOut()
  const [problem, setProblem] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  const [left, setLeft] = useState<QueuedWithdrawal[]>([])
  const transfers = transfersIn(rows)
  async function write(format: ExportFormat, some: QueuedWithdrawal[]) {
    const outcome = await send({ format, withdrawals: some.map(({ _id }) => _id) })
    if (!outcome) return
    if (outcome.failure)
      return setProblem(failureText(outcome.failure, 'Nothing was exported. Please try again.'))
    setProblem(null)
    setWaits(false)
    const { id, left: unwritten } = outcome.data.data
    setLeft(some.filter(({ _id }) => unwritten.includes(_id)))
    const paid = some.filter(({ _id }) => !unwritten.includes(_id))
    const amount = dollarsFromCents(paid.reduce((sum, one) => sum + centsOf(one.amount), 0n))
    const released = await releasing.send({ id, amount, payments: paid.length })
    if (!released) return
    if (!released.failure) return handOut(id)
    if (released.failure.data?.code === 'same_approver') return setWaits(true)
    setProblem(failureText(released.failure, 'The file is not released. Please try again.'))
  }
  const isBusy = busy || releasing.busy || isHanding
  return (
    <>
      <Button
        variant="default"
        disabled={isBusy || rows.length === 0}
        onClick={() => void write('csv', rows)}
      >
        Export {rows.length} as CSV
      </Button>
      {transfers.length > 0 && (
        <>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => void write('pain001', transfers)}
          >
            Export {transfers.length} to bank accounts as pain.001
          </Button>
          <ForTheBank />
        </>
      )}
      <p className="small">
        An exported payout goes into no other file and isn’t returned to a balance until it is
        recorded as paid or two administrators cancel the file.
      </p>
      {(problem ?? inTheWay) && <Note tone="bad">{problem ?? inTheWay}</Note>}
      {waits && (
        <Note>
          It is above the limit of one administrator: another one releases it below. Then you can
          download it.
        </Note>
      )}
      {left.length > 0 && <LeftOutOfFile rows={left} />}
      <span className="caption" role="status">
        {said}
      </span>
    </>
  )
}

/** Whose names the bank wouldn't take: one of them would have the bank refuse the whole file. */
function LeftOutOfFile({ rows }: { rows: readonly QueuedWithdrawal[] }) {
  return (
    <Note tone="bad">
      <strong>
        {rows.length} {rows.length === 1 ? 'payout is' : 'payouts are'} not in this file
      </strong>
      <ul className={styles.looks}>
        {rows.map(({ _id, bankName, amount }) => (
          <li key={_id}>
            <bdi>{bankName}</bdi>, {usd(amount)}: banks take Latin letters only. Return it with that
            reason, so that the account is given again in Latin letters.
          </li>
        ))}
      </ul>
    </Note>
  )
}

function ForTheBank() {
  const { data } = useDepositAddressesQuery()
  return (
    <p className="small">
      For the firm’s bank. Each payment carries its request’s number, by which the statement names
      it: that is its reference.
      {data?.data.bank === null &&
        ' Your paying account isn’t set. Add it before your bank can use this file.'}
    </p>
  )
}

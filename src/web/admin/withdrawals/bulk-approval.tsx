/** Approving many requests with one confirmation: each is sent by itself, one after the other, and each has its own outcome. */
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { StaffWithdrawal } from '../../../contract/withdrawal.ts'
import { formatUsd } from '../../../lib/money.ts'
import { failureText } from '../../api/failure.ts'
import {
  useApproveWithdrawalMutation,
  useAskAnew,
  useWaiting,
} from '../../api/staff-withdrawals.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { needsTwo, SecurityLook, waitsForAnother } from './decisions.tsx'
import { useStaff } from '../staff.ts'
import styles from './withdrawals.module.css'

/** Few enough to read before confirming. */
const most = 50

export type Chosen = {
  /** The chosen ones that still wait, as they are now. */
  rows: StaffWithdrawal[]
  /** Those that can be chosen. */
  choosable: StaffWithdrawal[]
  isFull: boolean
  has(row: StaffWithdrawal): boolean
  canBe(row: StaffWithdrawal): boolean
  turn(row: StaffWithdrawal): void
  all(): void
  none(): void
}

export function useChosen(shown: StaffWithdrawal[]): Chosen {
  const { id } = useStaff()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const canBe = (row: StaffWithdrawal) =>
    row.status === 'pending' && row.difference === undefined && !waitsForAnother(row, id)
  const choosable = shown.filter(canBe)
  const rows = choosable.filter(({ _id }) => ids.has(_id))
  return {
    rows,
    choosable,
    isFull: rows.length >= most,
    canBe,
    has: ({ _id }) => ids.has(_id),
    turn: ({ _id }) =>
      setIds(
        new Set(
          ids.has(_id)
            ? rows.map((row) => row._id).filter((one) => one !== _id)
            : [...rows.map((row) => row._id), _id],
        ),
      ),
    all: () => setIds(new Set(choosable.slice(0, most).map(({ _id }) => _id))),
    none: () => setIds(new Set()),
  }
}

export function BulkBar({
  chosen,
  onApprove,
}: {
  chosen: Chosen
  onApprove(rows: StaffWithdrawal[]): void
}) {
  const { rows, choosable } = chosen
  if (choosable.length === 0) return null
  const all = Math.min(choosable.length, most)
  const label =
    choosable.length > most ? `Select the first ${most} pending` : `Select all ${all} pending`
  return (
    <div className={styles.bulk}>
      <Checkbox
        label={label}
        checked={rows.length === all}
        indeterminate={rows.length > 0 && rows.length < all}
        onChange={() => (rows.length === all ? chosen.none() : chosen.all())}
      />
      <Button
        variant="default"
        size="compact-sm"
        disabled={rows.length === 0}
        onClick={() => onApprove(rows)}
      >
        Approve selected ({rows.length})
      </Button>
      {chosen.isFull && <span className="caption">At most {most} at once.</span>}
    </div>
  )
}

type Outcome = { row: StaffWithdrawal; done: boolean; words: string }

function useApproveAll() {
  const [approve] = useApproveWithdrawalMutation()
  const askAnew = useAskAnew()
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  async function approveOne(row: StaffWithdrawal): Promise<Outcome> {
    try {
      const {
        data: { withdrawal },
      } = await approve({ row, quiet: true }).unwrap()
      return {
        row,
        done: true,
        words:
          withdrawal.status === 'pending'
            ? 'First approval recorded. A second administrator is needed.'
            : 'Approved.',
      }
    } catch (failure) {
      return {
        row,
        done: false,
        words: failureText(failure, 'This could not be booked. Please try again.'),
      }
    }
  }
  async function run(rows: StaffWithdrawal[]) {
    const came: Outcome[] = []
    setOutcomes(came)
    for (const row of rows) {
      came.push(await approveOne(row))
      setOutcomes([...came])
    }
    askAnew()
  }
  return { outcomes, run }
}

/** Null rows: nothing is asked. */
export function BulkApproval({
  rows,
  onClose,
}: {
  rows: StaffWithdrawal[] | null
  onClose(): void
}) {
  return rows && <Approval rows={rows} onClose={onClose} />
}

function Approval({ rows, onClose }: { rows: StaffWithdrawal[]; onClose(): void }) {
  const { outcomes, run } = useApproveAll()
  const ended = outcomes?.length === rows.length
  const title =
    outcomes === null
      ? `Approve ${rows.length} ${rows.length === 1 ? 'request' : 'requests'}?`
      : ended
        ? 'Results'
        : 'Approving'
  // While it runs it can't be closed: the outcome must be seen.
  return (
    <Dialog title={title} open onClose={() => (outcomes === null || ended) && onClose()}>
      {outcomes === null ? <Plan rows={rows} /> : <Progress outcomes={outcomes} of={rows.length} />}
      <DialogButtons>
        {outcomes === null && (
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        )}
        {outcomes === null && <Button onClick={() => run(rows)}>Approve {rows.length}</Button>}
        {outcomes !== null && (
          <Button onClick={onClose} disabled={!ended}>
            Close
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

/** What will be done, request by request, and in all. */
function Plan({ rows }: { rows: StaffWithdrawal[] }) {
  const above = useWaiting()?.secondApprovalAbove ?? null
  const first = rows.filter((row) => needsTwo(row, above) && row.approvals.length === 0)
  const sum = rows.reduce((cents, { amount }) => cents + centsOf(amount), 0n)
  return (
    <>
      <ul className={styles.many} aria-label="What will be approved">
        {rows.map((row) => (
          <li key={row._id}>
            <strong>
              {row.user.fullName}, {usd(row.amount)}
            </strong>
            <p className="small">
              {row.type === 'bank_transfer'
                ? `stays set aside until it is paid to ${row.bankName ?? 'the wallet'}:`
                : 'moves at once to the account'}{' '}
              <Address>{row.bankNumber ?? row.recipientAccountId ?? 'N/A'}</Address>
            </p>
            <SecurityLook id={row._id} />
            {first.includes(row) && (
              <p className="caption">Needs a second administrator: yours is the first approval.</p>
            )}
          </li>
        ))}
      </ul>
      <p>
        Total {formatUsd(sum)}.{' '}
        {first.length > 0 &&
          `${first.length} of ${rows.length} will wait for a second administrator.`}
      </p>
      {above !== null && (
        <p className="small">
          Everything that you alone do for one person within 24 hours counts together: above{' '}
          {usd(above)}, yours is the first of two approvals.
        </p>
      )}
    </>
  )
}

function Progress({ outcomes, of }: { outcomes: Outcome[]; of: number }) {
  const done = outcomes.filter((outcome) => outcome.done).length
  return (
    <>
      <p role="status">
        {outcomes.length < of
          ? `${outcomes.length} of ${of} done...`
          : `${done} of ${of} went through${done < of ? `, ${of - done} did not` : ''}.`}
      </p>
      <progress
        className={styles.progress}
        aria-label="Progress"
        max={of}
        value={outcomes.length}
      />
      <ul className={styles.many} aria-label="Results">
        {outcomes.map(({ row, words }) => (
          <li key={row._id}>
            <strong>
              {row.user.fullName}, {usd(row.amount)}
            </strong>
            <p className="small">{words}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Approving many requests with one confirmation. */
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import {
  isStopped,
  type QueuedWithdrawal,
  type WithdrawalLook,
} from '../../../contract/withdrawal.ts'
import { formatUsd } from '../../../lib/money.ts'
import { isPaidOut } from '../../../contract/withdrawal-types.ts'
import { asShown, useApproveOneOfManyMutation, useWaiting } from '../../api/staff-withdrawals.ts'
import { centsOf, usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Dialog, DialogButtons, Question } from '../../ui/dialog.tsx'
import { mayBeApprovedBy, stepOf, wordsForMany } from './approval.ts'
import { Looks, useLooks } from './flags.tsx'
import { WhoDidIt } from '../overtaken.tsx'
import { isUndecidedSince, useOvertaken } from './overtaken.tsx'
import { Progress, useOneByOne } from '../bulk/one-by-one.tsx'
import { useStaff } from '../staff.ts'
import bulk from '../bulk/bulk.module.css'

/** Few enough to read before confirming. */
const max = 50

export type Chosen = {
  /** The chosen ones that still wait, as they are now. */
  rows: QueuedWithdrawal[]
  /** Those that can be chosen, all at once or one by one, and those that a flag stops: each is decided alone. */
  choosable: QueuedWithdrawal[]
  stopped: QueuedWithdrawal[]
  isFull: boolean
  has(row: QueuedWithdrawal): boolean
  canBe(row: QueuedWithdrawal): boolean
  turn(row: QueuedWithdrawal): void
  all(): void
  none(): void
}

export function useChosen(shown: QueuedWithdrawal[]): Chosen {
  const { id } = useStaff()
  // Each with what stood out when it was chosen: where more does by now, it has to be chosen anew.
  const [seen, setSeen] = useState<ReadonlyMap<string, readonly WithdrawalLook[]>>(new Map())
  const mayBe = (row: QueuedWithdrawal) =>
    row.status === 'pending' && row.difference === undefined && mayBeApprovedBy(row, id)
  const canBe = (row: QueuedWithdrawal) => mayBe(row) && !isStopped(row)
  const has = ({ _id, looks }: QueuedWithdrawal) => {
    const then = seen.get(_id)
    return then !== undefined && looks.every((look) => then.includes(look))
  }
  const choose = (rows: QueuedWithdrawal[]) =>
    setSeen(new Map(rows.slice(0, max).map(({ _id, looks }) => [_id, looks])))
  const choosable = shown.filter(canBe)
  const rows = choosable.filter(has)
  return {
    rows,
    choosable,
    stopped: shown.filter((row) => mayBe(row) && isStopped(row)),
    isFull: rows.length >= max,
    canBe,
    has,
    turn: (row) => choose(has(row) ? rows.filter(({ _id }) => _id !== row._id) : [...rows, row]),
    all: () => choose(choosable),
    none: () => setSeen(new Map()),
  }
}

type BulkBarProps = { chosen: Chosen; onApprove(rows: QueuedWithdrawal[]): void }

export function BulkBar({ chosen, onApprove }: BulkBarProps) {
  const { rows, choosable, stopped } = chosen
  if (choosable.length + stopped.length === 0) return null
  return (
    <>
      {choosable.length > 0 && <ChooseAll chosen={chosen} />}
      <Button
        variant="default"
        size="compact-sm"
        disabled={rows.length === 0}
        onClick={() => onApprove(rows)}
      >
        Approve selected ({rows.length})
      </Button>
      {stopped.length > 0 && (
        <span className="caption">{stopped.length} with a stopping flag: decide each alone.</span>
      )}
      {chosen.isFull && <span className="caption">At most {max} at once.</span>}
    </>
  )
}

function ChooseAll({ chosen: { rows, choosable, stopped, has, all, none } }: { chosen: Chosen }) {
  const count = Math.min(choosable.length, max)
  const which = stopped.length > 0 ? 'without a stopping flag' : 'pending'
  const areAll = choosable.slice(0, max).every(has)
  return (
    <Checkbox
      label={
        choosable.length > max
          ? `Select the first ${count} ${which}`
          : `Select all ${count} ${which}`
      }
      checked={areAll}
      indeterminate={!areAll && rows.length > 0}
      onChange={() => (areAll ? none() : all())}
    />
  )
}

function useApproveAll() {
  const [approve] = useApproveOneOfManyMutation()
  return useOneByOne(
    async ({ row }: { row: QueuedWithdrawal }) => {
      const { data } = await approve(asShown(row)).unwrap()
      return data.withdrawal.status === 'pending'
        ? 'First of two approvals given. Nothing is posted until a second person approves it too.'
        : 'Approved.'
    },
    ...inResults,
  )
}

/** How a request is named among the results, and what is said where nothing is known of it. */
export const inResults = [
  ({ row }: { row: QueuedWithdrawal }) => ({
    key: row._id,
    name: (
      <>
        <bdi>{row.user.fullName}</bdi>, {usd(row.amount)}
      </>
    ),
  }),
  'This could not be booked. Please try again.',
] as const

type BulkApprovalProps = {
  rows: QueuedWithdrawal[]
  /** The list as it is by now: what others decide while this is asked is left out. */
  listed: QueuedWithdrawal[]
  onClose(): void
}

/** Null rows: nothing is asked. */
export function BulkApproval({
  rows,
  ...asked
}: Omit<BulkApprovalProps, 'rows'> & { rows: QueuedWithdrawal[] | null }) {
  return rows && <Approval rows={rows} {...asked} />
}

function Approval({ rows, listed, onClose }: BulkApprovalProps) {
  const { outcomes, run } = useApproveAll()
  const [sent, setSent] = useState<number | null>(null)
  const asChosen = rows.filter((row) => isAsChosen(row, listed))
  const ended = outcomes?.length === sent
  function approve() {
    setSent(asChosen.length)
    void run(asChosen.map((row) => ({ row })))
  }
  if (sent === null)
    return (
      <Asked
        rows={asChosen}
        leftOut={rows.filter((row) => !asChosen.includes(row))}
        listed={listed}
        onClose={onClose}
        onApprove={approve}
      />
    )
  // While it runs it can't be closed: the outcome must be seen.
  return (
    <Dialog title={ended ? 'Results' : 'Approving'} open onClose={() => ended && onClose()}>
      <Progress outcomes={outcomes ?? []} of={sent} />
      <DialogButtons>
        <Button onClick={onClose} disabled={!ended}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const nowIn = (listed: QueuedWithdrawal[], { _id }: QueuedWithdrawal) =>
  listed.find((row) => row._id === _id)

/** Nothing has been decided about it, and nothing more stands out. */
function isAsChosen(row: QueuedWithdrawal, listed: QueuedWithdrawal[]): boolean {
  const now = nowIn(listed, row)
  return isUndecidedSince(row, now) && now!.looks.every((look) => row.looks.includes(look))
}

type AskedProps = BulkApprovalProps & { leftOut: QueuedWithdrawal[]; onApprove(): void }

function Asked({ rows, leftOut, listed, onClose, onApprove }: AskedProps) {
  const waiting = useWaiting()
  const above = waiting?.secondApprovalAbove ?? null
  const first = rows.filter((row) => stepOf(row, above) === 'first')
  const { title, confirm } = wordsForMany(rows.length, first.length)
  const others = leftOut.length > 0 && <LeftOut rows={leftOut} listed={listed} />
  const [looked, setLooked] = useState<ReadonlyMap<string, string>>(new Map())
  const isLooked = (row: QueuedWithdrawal) => looked.get(row._id) === codesOf(row)
  const flagged = rows.filter((row) => row.looks.length > 0)
  const areLooked = flagged.every(isLooked)
  return (
    <Question
      title={title}
      open
      onClose={onClose}
      confirm={confirm}
      busyText="Approving..."
      busy={false}
      cannot={!waiting || !areLooked}
      instead={
        rows.length === 0
          ? { title: 'These requests have changed', says: others, onGoOn: onClose }
          : null
      }
      onConfirm={onApprove}
    >
      {others}
      <Plan rows={rows} first={first} above={above} />
      {flagged.length > 0 && (
        <Checkbox
          label={
            flagged.length === 1
              ? 'I have looked at the flags of one request'
              : `I have looked at the flags of ${flagged.length} requests`
          }
          checked={areLooked}
          onChange={({ currentTarget }) =>
            setLooked(
              new Map(currentTarget.checked ? flagged.map((row) => [row._id, codesOf(row)]) : []),
            )
          }
        />
      )}
    </Question>
  )
}

/** What was chosen and won't be approved. */
export function LeftOut({
  rows,
  listed,
}: {
  rows: QueuedWithdrawal[]
  listed: QueuedWithdrawal[]
}) {
  return (
    <ul className={bulk.many} aria-label="Left out">
      {rows.map((row) => (
        <li key={row._id}>
          <bdi>{row.user.fullName}</bdi>, {usd(row.amount)}
          <Why row={row} now={nowIn(listed, row)} />
        </li>
      ))}
    </ul>
  )
}

function Why({ row, now }: { row: QueuedWithdrawal; now: QueuedWithdrawal | undefined }) {
  const deed = useOvertaken(row._id, row)
  if (deed) return <WhoDidIt {...deed} />
  return (
    <p className="small" role="status">
      {now && isUndecidedSince(row, now)
        ? 'New flags were raised. Select it again to approve it.'
        : 'This request is not in the list any more.'}
    </p>
  )
}

/** What was looked at: where more stands out, it has to be looked at anew. */
const codesOf = ({ looks }: QueuedWithdrawal) => looks.join(' ')

type PlanProps = {
  rows: QueuedWithdrawal[]
  first: QueuedWithdrawal[]
  above: number | null
}

/** What will be done, request by request, and in all. */
function Plan({ rows, first, above }: PlanProps) {
  const sum = rows.reduce((cents, { amount }) => cents + centsOf(amount), 0n)
  return (
    <>
      <ul className={bulk.many} aria-label="What will be approved">
        {rows.map((row) => (
          <li key={row._id}>
            <strong>
              <bdi>{row.user.fullName}</bdi>, {usd(row.amount)}
            </strong>
            <p className="small">
              {first.includes(row) ? firstOfTwo : whatHappens(row)}{' '}
              <Address>{row.bankNumber ?? row.recipientAccountId ?? 'N/A'}</Address>
            </p>
            {row.looks.length > 0 && <RowLooks row={row} />}
          </li>
        ))}
      </ul>
      <p>
        Total {formatUsd(sum)}.{' '}
        {first.length > 0 && `${first.length} of ${rows.length} will wait for a second person.`}
      </p>
      {above !== null && (
        <p className="small">
          Everything that you alone do for one person within 24 hours counts together: above{' '}
          {usd(above)}, yours is the first of two approvals, and nothing is posted yet.
        </p>
      )}
    </>
  )
}

const firstOfTwo = 'yours is the first of two approvals, and nothing is posted yet. To'
const whatHappens = ({ type, bankName }: QueuedWithdrawal) =>
  isPaidOut(type)
    ? `stays set aside until it is paid to ${bankName ?? 'the wallet'}:`
    : 'moves at once to the account'

/** What informs stays in sight; what was found out since is among it. */
function RowLooks({ row }: { row: QueuedWithdrawal }) {
  return <Looks looks={useLooks(row)} />
}

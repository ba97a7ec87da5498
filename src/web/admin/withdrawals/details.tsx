import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  QueuedWithdrawal,
  StaffWithdrawal,
  Withdrawal,
  WithdrawalDetails as Details,
} from '../../../contract/withdrawal.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { useWaiting, useWithdrawalQuery } from '../../api/staff-withdrawals.ts'
import { badgeOf, capitalised } from '../../account/withdrawal-words.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import { showDate, showDateTime } from '../../ui/dates.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { LoadProblem, Note, Waiting } from '../../ui/states.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useDecisions, type Decision } from './decisions.tsx'
import { Looks } from './flags.tsx'
import styles from './withdrawals.module.css'
import { ageOf } from './view.ts'

type WithdrawalDetailsProps = {
  id: string | null
  onClose(): void
  onDecide(row: QueuedWithdrawal, what: Decision): void
}

/** One request, and what helps to decide on it. Null id: nothing is open. */
export function WithdrawalDetails({ id, onClose, onDecide }: WithdrawalDetailsProps) {
  return (
    <Dialog title="Withdrawal details" open={id !== null} onClose={onClose}>
      {id !== null && <Content key={id} id={id} onClose={onClose} onDecide={onDecide} />}
    </Dialog>
  )
}

function Content({ id, onClose, onDecide }: WithdrawalDetailsProps & { id: string }) {
  const { data, error, isFetching, refetch } = useWithdrawalQuery(id)
  const decisionsFor = useDecisions()
  if (!data && error)
    return (
      <LoadProblem
        title={`Error loading the request: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  if (!data) return <Waiting rows={6} />
  const { withdrawal, looks } = data.data
  return (
    <>
      <Alarm row={withdrawal} />
      {/* Only what still waits for a decision needs a look. */}
      {withdrawal.status === 'pending' &&
        (looks.length === 0 ? (
          <Note>Nothing about this request stands out.</Note>
        ) : (
          <Looks looks={looks} />
        ))}
      <Request row={withdrawal} recipient={data.data.recipient} />
      <Part title="The account">
        <Explain lines={accountLines(data.data)} />
      </Part>
      <Earlier {...data.data.earlier} />
      <Part title="What happened">
        <History history={data.data.history} />
      </Part>
      <DialogButtons>
        {decisionsFor(withdrawal).map(({ what, label, danger }) => (
          <Button
            key={what}
            variant="default"
            data-danger={danger || undefined}
            onClick={() => onDecide({ ...withdrawal, looks: looks.map(({ code }) => code) }, what)}
          >
            {label}
          </Button>
        ))}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** The request isn't what was recorded of it: said in place of where its money would go. */
function Alarm({ row: { difference } }: { row: StaffWithdrawal }) {
  if (difference === undefined) return null
  return (
    <Note tone="bad">
      <strong>Do not pay this request: it is not what was recorded of it</strong>
      <p>
        Compared with what was asked for and decided, {difference}. Somebody has changed it behind
        this application. Where its money would go is not shown, and it can be neither decided nor
        paid. Tell whoever runs the database at once, and keep everything as it is.
      </p>
    </Note>
  )
}

function Request({ row, recipient }: { row: Withdrawal; recipient: Details['recipient'] }) {
  const now = useWaiting()?.now
  const age = now && row.status === 'pending' ? `, ${ageOf(row.createdAt, now)} ago` : ''
  const lines: [string, Line['amount'] | null, ReactNode?][] = [
    ['User', row.user.fullName || 'N/A'],
    ['E-mail', row.user.email || 'N/A'],
    ['Amount', usd(row.amount)],
    ['Method', row.method || 'N/A'],
    ['Wallet name', row.bankName],
    [
      'Wallet address',
      row.bankNumber && '',
      row.bankNumber && <Address key="address">{row.bankNumber}</Address>,
    ],
    ['Recipient account ID', row.recipientAccountId],
    ['Recipient', recipient && recipient.fullName],
    [
      'Status',
      <Badge key="status" state={badgeOf(row.status)}>
        {capitalised(row.status)}
      </Badge>,
    ],
    ['Requested', `${showDateTime(row.createdAt)}${age}`],
    [
      'Approved by',
      row.approvals.map(({ by, at }) => `${by}, ${showDateTime(at)}`).join('; ') || null,
    ],
    [
      'Decided',
      row.decidedAt &&
        `${showDateTime(row.decidedAt)}, by ${row.status === 'cancelled' ? 'the user' : (row.decidedBy ?? 'N/A')}`,
    ],
    ['Reason', row.reason],
    ['Payout reference', row.payoutReference],
  ]
  return (
    <Explain
      lines={lines.flatMap(([label, amount, note]) =>
        amount === null ? [] : [{ label, amount, note }],
      )}
    />
  )
}

function accountLines({ account }: Details): Line[] {
  return [
    { label: 'Account ID', amount: account.accountId },
    {
      label: 'Account status',
      amount: { active: 'Active', frozen: 'Frozen', closed: 'Closed' }[account.status],
    },
    { label: 'Opened', amount: showDate(account.openedAt) },
    { label: 'Deposits so far', amount: usd(account.deposits) },
    { label: 'Withdrawn so far', amount: usd(account.withdrawn) },
    { label: 'Account balance', amount: usd(account.accountBalance) },
  ]
}

function Earlier({ more, outcomes, latest }: Details['earlier']) {
  const many = outcomes.map(({ status, count, amount }) => ({
    label: `${count.toLocaleString('en-US')} ${status}`,
    amount: usd(amount),
  }))
  return (
    <>
      <Part title="Earlier requests">
        {many.length === 0 ? <p className="small">Nothing.</p> : <Explain lines={many} />}
        {more && <p className="caption">Among the latest thousand requests.</p>}
      </Part>
      {latest.length > 0 && (
        <Part title="Latest other requests">
          <Explain
            lines={latest.map(({ status, method, amount, createdAt }) => ({
              label: `${showDateTime(createdAt)}, ${status}`,
              note: method,
              amount: usd(amount),
            }))}
          />
        </Part>
      )}
    </>
  )
}

function History({ history }: { history: Details['history'] }) {
  return (
    <Timeline
      steps={history.map(({ at, title, by, note }) => ({
        state: 'done',
        title,
        when: showDateTime(at),
        text: note ? `By ${by}. ${note}` : `By ${by}.`,
      }))}
    />
  )
}

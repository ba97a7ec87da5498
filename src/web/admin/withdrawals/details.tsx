import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  QueuedWithdrawal,
  Withdrawal,
  WithdrawalDetails as Details,
} from '../../../contract/withdrawal.ts'
import { useWaiting, useWithdrawalQuery } from '../../api/staff-withdrawals.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { capitalised } from '../../../lib/text.ts'
import { badgeOf } from '../../account/withdrawal-words.ts'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Email } from '../../ui/email.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Note } from '../../ui/states.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Alarm } from './alarm.tsx'
import { CameBack } from './came-back.tsx'
import { CannotApprove, useDecisions } from './decisions.tsx'
import type { Decision } from './use-decide.ts'
import { Looks } from './flags.tsx'
import { UserLink } from '../way-back.tsx'
import { useStaff } from '../staff.ts'
import { Holding } from '../work/holding.tsx'
import { WhoDidIt } from '../overtaken.tsx'
import { useFirstState, useOvertaken } from './overtaken.tsx'
import styles from './withdrawals.module.css'
import { ageOf } from '../../ui/ages.ts'
import { sayWhen } from '../zone-shown.ts'

type DetailsProps = { id: string; onDecide(row: QueuedWithdrawal, what: Decision): void }

/** One request, and what helps to decide on it, over the list. Null id: nothing is open. */
export function WithdrawalDetails({
  id,
  onClose,
  onDecide,
}: Omit<DetailsProps, 'id'> & { id: string | null; onClose(): void }) {
  return (
    <Dialog title="Withdrawal details" open={id !== null} onClose={onClose}>
      {id !== null && (
        <Content key={id} id={id} onDecide={onDecide}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Content>
      )}
    </Dialog>
  )
}

type PanelProps = DetailsProps & { onClose: (() => void) | null }

export const panelId = 'request'

/** The same beside the list. Without `onClose` it stays: one of the list is always there. */
export function WithdrawalPanel({ id, onClose, onDecide }: PanelProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section id={panelId} className={styles.panel} aria-label="Withdrawal details" tabIndex={0}>
      <Content key={id} id={id} onDecide={onDecide} buttonsFirst>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </Content>
    </section>
  )
}

/** As it was read last; null until it has been read, and while another one is still on the screen. */
export function useShown(id: string | null): QueuedWithdrawal | null {
  const { currentData } = useWithdrawalQuery(id ?? '', { skip: id === null })
  if (!currentData || id === null) return null
  const { withdrawal, looks } = currentData.data
  return { ...withdrawal, looks: looks.map(({ code }) => code) }
}

type ContentProps = DetailsProps & { buttonsFirst?: boolean; children: ReactNode }

function Content({ id, onDecide, buttonsFirst = false, children }: ContentProps) {
  const { data, ...answer } = useWithdrawalQuery(id)
  const deed = useOvertaken(id, useFirstState(id))
  const staff = useStaff()
  if (!data) return <NotLoaded what="the request" rows={6} {...answer} />
  const buttons = (
    <DialogButtons>
      <Decisions details={data.data} onDecide={onDecide} />
      <CameBack {...data.data} />
      {children}
    </DialogButtons>
  )
  return (
    <>
      {/* What one did oneself was said when it was done. */}
      {deed && deed.byId !== staff.id && <WhoDidIt {...deed} />}
      {buttonsFirst && buttons}
      <Holding of="withdrawals" id={id} />
      <Facts details={data.data} />
      {!buttonsFirst && buttons}
    </>
  )
}

function Facts({ details }: { details: Details }) {
  const { withdrawal, looks, recipient, account, earlier, history } = details
  return (
    <>
      <Alarm row={withdrawal} />
      {/* Only what still waits for a decision needs a look. */}
      {withdrawal.status === 'pending' &&
        (looks.length === 0 ? <Note>No flags.</Note> : <Looks looks={looks} />)}
      <Request row={withdrawal} recipient={recipient} />
      <Part title="The account">
        <Explain lines={accountLines(details)} />
        <p className="small">
          <UserLink userId={account.userId}>Open the user’s page</UserLink>
        </p>
      </Part>
      <Earlier {...earlier} />
      <Part title="What happened">
        <History history={history} />
      </Part>
    </>
  )
}

function Decisions({
  details: { withdrawal, looks },
  onDecide,
}: Pick<DetailsProps, 'onDecide'> & { details: Details }) {
  const decisionsFor = useDecisions()
  const row = { ...withdrawal, looks: looks.map(({ code }) => code) }
  return (
    <>
      <CannotApprove row={row} />
      {decisionsFor(row).map(({ what, label, danger }) => (
        <Button
          key={what}
          variant="default"
          data-danger={danger || undefined}
          onClick={() => onDecide(row, what)}
        >
          {label}
        </Button>
      ))}
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

function Request({ row, recipient }: { row: Withdrawal; recipient: Details['recipient'] }) {
  const now = useWaiting()?.now
  const age = now && row.status === 'pending' ? `, ${ageOf(row.createdAt, now)} ago` : ''
  const isBank = row.type === 'bank_account'
  const lines: [string, Line['amount'] | null, ReactNode?][] = [
    ['User', row.user.fullName || 'N/A'],
    ['Email', row.user.email ? <Email key="email">{row.user.email}</Email> : 'N/A'],
    ['Amount', usd(row.amount)],
    ['Method', row.method || 'N/A'],
    [isBank ? 'Account holder' : 'Wallet name', row.bankName],
    [
      isBank ? 'Bank account' : 'Wallet address',
      row.bankNumber && '',
      row.bankNumber && <Address key="address">{row.bankNumber}</Address>,
    ],
    ['Recipient account ID', row.recipientAccountId],
    ['Recipient', recipient && recipient.fullName],
    ['Note for the recipient', row.note],
    [
      'Status',
      <Badge key="status" state={badgeOf(row.status)}>
        {capitalised(row.status)}
      </Badge>,
    ],
    ['Requested', `${sayWhen(row.createdAt)}${age}`],
    ['Approved by', row.approvals.map(({ by, at }) => `${by}, ${sayWhen(at)}`).join('; ') || null],
    [
      'Decided',
      row.decidedAt &&
        `${sayWhen(row.decidedAt)}, by ${row.status === 'cancelled' ? 'the user' : (row.decidedBy ?? 'N/A')}`,
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
              label: `${sayWhen(createdAt)}, ${status}`,
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
        when: sayWhen(at),
        text: note ? `By ${by}. ${note}` : `By ${by}.`,
      }))}
    />
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { StatementComparison, StatementEntry } from '../../../contract/reconciliation.ts'
import { usd } from '../../ui/amount.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Record, type Recording } from '../receipts/record.tsx'
import { useStaff } from '../staff.ts'

const states: { [state in StatementEntry['state']]: [BadgeState, string] } = {
  booked: ['approved', 'Booked'],
  waiting: ['pending', 'To approve'],
  new: ['pending', 'New'],
  differs: ['rejected', 'Other amount'],
}

const columns: Column<StatementEntry>[] = [
  { head: 'Line', kind: 'short', cell: ({ line }) => String(line) },
  { head: 'Day', kind: 'date', cell: ({ bookedOn }) => bookedOn },
  {
    head: 'From or to',
    kind: 'name',
    cell: ({ party, text, user }) => (
      <>
        {user ? (
          <Link to={`/admin/users/${user.id}`}>{user.fullName}</Link>
        ) : (
          party || <span className="caption">Not known</span>
        )}
        {text && <span className="caption"> {text}</span>}
      </>
    ),
  },
  {
    head: 'Reference',
    cell: ({ reference }) => reference ?? <span className="caption">None</span>,
  },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  {
    head: 'State',
    cell: ({ state }) => <Badge state={states[state][0]}>{states[state][1]}</Badge>,
  },
]

/** As far as the statement says it; the rest is filled in by whoever records it. */
const recordingOf = (
  { amount, reference, valueOn, text, partyAccount, user }: StatementEntry,
  account: StatementComparison['account'],
): Recording => ({
  what: amount > 0 && account === 'client-bank' ? 'receipt' : amount > 0 ? 'interest' : 'charge',
  given: {
    user: user?.id ?? '',
    amount: String(Math.abs(amount)),
    reference: reference ?? '',
    valueDate: valueOn,
    payerText: text,
    payerAccount: partyAccount,
    account,
  },
})

/** What the books don't have as the bank has it. */
export function OpenEntries({ found: { open, account } }: { found: StatementComparison }) {
  const { mayChange } = useStaff()
  const [recording, record] = useState<Recording | null>(null)
  if (open.length === 0) return null
  const actions: Column<StatementEntry> = {
    head: 'Actions',
    kind: 'actions',
    cell: (entry) =>
      entry.state === 'new' ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Record line ${entry.line}`}
          onClick={() => record(recordingOf(entry, account))}
        >
          Record
        </Button>
      ) : null,
  }
  return (
    <section>
      <h3>Not in the books as the bank has it</h3>
      <DataTable
        label="Not in the books as the bank has it"
        columns={mayChange ? [...columns, actions] : columns}
        rows={open}
        keyOf={({ line }) => String(line)}
      />
      {recording && <Record recording={recording} onClose={() => record(null)} />}
    </section>
  )
}

type OnItsWayLine = StatementComparison['onItsWay'][number]

const onItsWayColumns: Column<OnItsWayLine>[] = [
  { head: 'Day', kind: 'date', cell: ({ day }) => day },
  {
    head: 'Reference',
    kind: 'name',
    cell: ({ reference, commandId }) => (
      <Link to={`/admin/audit/${commandId}`}>{reference ?? 'Between the firm’s accounts'}</Link>
    ),
  },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
]

/** What the books have and the bank doesn't yet. */
export function OnItsWay({ found: { onItsWay } }: { found: StatementComparison }) {
  if (onItsWay.length === 0) return null
  return (
    <section>
      <h3>In the books, not at the bank yet</h3>
      <DataTable
        label="In the books, not at the bank yet"
        columns={onItsWayColumns}
        rows={onItsWay}
        keyOf={({ commandId, amount, reference }) => `${commandId} ${amount} ${reference}`}
      />
    </section>
  )
}

/** In another currency: for people to see, and never booked. */
export function Foreign({ found: { foreign } }: { found: StatementComparison }) {
  if (foreign.length === 0) return null
  return (
    <section>
      <h3>In other currencies, which are never booked</h3>
      <ul>
        {foreign.map(({ line, amount, currency, text }) => (
          <li key={line}>
            Line {line}: {amount} {currency} <span className="caption">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

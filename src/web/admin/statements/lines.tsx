import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type {
  IdentifiedBy,
  StatementComparison,
  StatementEntry,
} from '../../../contract/reconciliation.ts'
import { usd } from '../../ui/amount.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Note } from '../../ui/states.tsx'
import { Record as RecordEntry, type Recording } from '../receipts/record.tsx'
import { useStaff } from '../staff.ts'
import {
  isRecognised,
  isSentBack,
  reasonOf,
  RecordAll,
  RecordPayouts,
  RecordReturns,
} from './record-all.tsx'

const states: { [state in StatementEntry['state']]: [BadgeState, string] } = {
  booked: ['approved', 'Booked'],
  waiting: ['pending', 'To approve'],
  new: ['pending', 'New'],
  differs: ['rejected', 'Other amount'],
}

const shownBy: Record<IdentifiedBy, string> = {
  'account-id': 'account ID',
  'saved-account': 'saved bank account',
  'verified-name': 'verified name',
}

/** Where banks write what shows whose a payment is, in words; of places that nobody knows the element's own name. */
const placeWords: Record<string, string> = {
  Ustrd: 'the text',
  CdtrRefInf: 'the creditor reference',
  AddtlRmtInf: 'the additional text',
  AddtlTxInf: 'the bank’s text',
  AddtlNtryInf: 'the text of the entry',
  RtrInf: 'the reason for the return',
  party: 'the name',
  'ultimate-party': 'the ultimate party',
  account: 'the account',
  column: 'the line',
}

const identifiedText = ({ by, in: place }: NonNullable<StatementEntry['identified']>) =>
  `by the ${shownBy[by]} in ${placeWords[place] ?? place}`

/** By what else the bank names it. */
const furtherNames = (reference: string, references: StatementEntry['references']): string =>
  references
    .filter(({ value }) => !reference.startsWith(value))
    .map(({ kind, value }) => `${kind} ${value}`)
    .join(', ')

const columns: Column<StatementEntry>[] = [
  {
    head: 'Line',
    kind: 'short',
    cell: ({ line, file }) => (file === null ? String(line) : `${line} of ${file}`),
  },
  { head: 'Day', kind: 'date', cell: ({ bookedOn }) => bookedOn },
  {
    head: 'From or to',
    kind: 'name',
    cell: ({ party, text, beside, user, identified, payout, sentBack, reversed }) => (
      <>
        {user ? (
          <Link to={`/admin/users/${user.id}`}>{user.fullName}</Link>
        ) : (
          party || <span className="caption">Not known</span>
        )}
        {identified && <span className="caption"> {identifiedText(identified)}</span>}
        {sentBack && (
          <span className="caption"> payout of {usd(sentBack.amount)} that came back</span>
        )}
        {reversed && <span className="caption"> receipt that the bank takes back</span>}
        {payout && <span className="caption"> by the number of the request</span>}
        {text && <span className="caption"> {text}</span>}
        {beside && <span className="caption"> Beside it: {beside}</span>}
      </>
    ),
  },
  {
    head: 'Reference',
    cell: ({ reference, references }) => (
      <>
        {reference}
        {furtherNames(reference, references) && (
          <span className="caption"> {furtherNames(reference, references)}</span>
        )}
      </>
    ),
  },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  {
    head: 'State',
    cell: ({ state }) => <Badge state={states[state][0]}>{states[state][1]}</Badge>,
  },
]

/** As far as the statement says it; the rest is filled in by whoever records it. */
function recordingOf(entry: StatementEntry, account: StatementComparison['account']): Recording {
  const { amount, reference, valueOn, text, partyAccount, user, sentBack, reversed } = entry
  const given = { amount: String(Math.abs(amount)), reference, valueDate: valueOn }
  if (reversed)
    return {
      what: 'reversal',
      receipt: { id: reversed.receiptId, amount: Math.abs(amount), payerAccount: null },
      given: { reference, valueDate: valueOn, reason: reasonOf(entry) },
    }
  if (sentBack)
    return {
      what: 'payout-return',
      id: sentBack.withdrawalId,
      given: { ...given, reason: reasonOf(entry) },
    }
  return {
    what: amount > 0 && account === 'client-bank' ? 'receipt' : amount > 0 ? 'interest' : 'charge',
    given: {
      ...given,
      user: user?.id ?? '',
      payerText: text,
      payerAccount: partyAccount,
      account,
    },
  }
}

/** What the books don't have as the bank has it. */
export function OpenEntries({
  found: { open, account },
  onRecorded,
}: {
  found: StatementComparison
  onRecorded(): void
}) {
  const { may } = useStaff()
  const [recording, record] = useState<Recording | null>(null)
  if (open.length === 0) return null
  const paid = open.filter(({ payout }) => payout !== null)
  const sentBack = open.filter(isSentBack)
  const recognised = account === 'client-bank' ? open.filter(isRecognised) : []
  const actions: Column<StatementEntry> = {
    head: 'Actions',
    kind: 'actions',
    cell: (entry) =>
      entry.state === 'new' && entry.payout === null ? (
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
    <section className="stack">
      <h3>Differences</h3>
      {may('book-money') && (
        <div className="row">
          {recognised.length > 1 && <RecordAll entries={recognised} onRecorded={onRecorded} />}
          {sentBack.length > 1 && <RecordReturns entries={sentBack} onRecorded={onRecorded} />}
          {paid.length > 0 && <RecordPayouts entries={paid} onRecorded={onRecorded} />}
        </div>
      )}
      <DataTable
        label="Differences"
        columns={may('book-money') ? [...columns, actions] : columns}
        rows={open}
        keyOf={({ file, line, reference }) => `${file} ${line} ${reference}`}
      />
      {recording && (
        <RecordEntry recording={recording} onClose={() => record(null)} onRecorded={onRecorded} />
      )}
    </section>
  )
}

type InTransitLine = StatementComparison['inTransit'][number]

const inTransitColumns: Column<InTransitLine>[] = [
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
export function InTransit({ found }: { found: StatementComparison }) {
  const { inTransit, inTransitOut, inTransitIn } = found
  if (inTransit.length === 0) return null
  return (
    <section>
      <h3>In the books, not at the bank yet</h3>
      <p>
        In transit out {usd(inTransitOut)}, in transit in {usd(inTransitIn)}, beside{' '}
        {usd(found.closing)} at the bank.
      </p>
      <DataTable
        label="In the books, not at the bank yet"
        columns={inTransitColumns}
        rows={inTransit}
        keyOf={({ commandId, amount, reference }) => `${commandId} ${amount} ${reference}`}
      />
    </section>
  )
}

type AstrayLine = StatementComparison['astray'][number]

const whyAstray: Record<AstrayLine['why'], string> = {
  missing: 'A statement covers its value day, but doesn’t list it',
  uncovered: 'No statement covers its value day: read that one first',
  late: 'In transit for too long',
}

const astrayColumns: Column<AstrayLine>[] = [
  ...(inTransitColumns as Column<AstrayLine>[]),
  { head: 'Why', cell: ({ why }) => whyAstray[why] },
]

/** In the books, and nowhere at the bank: money that was never there, or left and never arrived. */
export function Astray({ found: { astray } }: { found: StatementComparison }) {
  if (astray.length === 0) return null
  return (
    <section>
      <h3>In the books, and on no statement</h3>
      <Note tone="bad">
        Nothing is reconciled while the books have money that the bank doesn’t: find out whether it
        ever came or left, and undo what didn’t.
      </Note>
      <DataTable
        label="In the books, and on no statement"
        columns={astrayColumns}
        rows={astray}
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

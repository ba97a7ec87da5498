import { Link, useSearchParams } from 'react-router'
import { wordsOfOutcome, type AuditItem } from '../../../contract/audit.ts'
import { wordFor } from '../../../contract/field-words.ts'
import { withChosen } from '../../account/address-query.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import styles from '../admin.module.css'

const columns: Column<AuditItem>[] = [
  { head: 'Action', kind: 'name', cell: ({ title }) => title },
  { head: 'When', kind: 'date', cell: ({ at }) => <time dateTime={at}>{showDateTime(at)}</time> },
  { head: 'By', cell: ({ actor }) => <Narrowing name="actor" party={actor} /> },
  {
    head: 'About',
    cell: ({ subject }) => (subject ? <Narrowing name="subject" party={subject} /> : '-'),
  },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => (amount === null ? '-' : usd(amount)) },
  { head: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { head: 'Why, and what changed', cell: (item) => <Why item={item} /> },
  {
    head: 'Hash',
    kind: 'short',
    cell: ({ hash }) => (hash === null ? '-' : <code title={hash}>{hash.slice(0, 12)}…</code>),
  },
]

export function AuditTable({ items }: { items: AuditItem[] }) {
  return <DataTable label="What staff did" columns={columns} rows={items} keyOf={({ id }) => id} />
}

/** Pressing a name shows only what they did, or what was done about them. */
function Narrowing({
  name,
  party: { id, fullName },
}: {
  name: 'actor' | 'subject'
  party: AuditItem['actor']
}) {
  const [query] = useSearchParams()
  return (
    <Link to={`?${withChosen(query, name, id)}`} preventScrollReset>
      {fullName}
    </Link>
  )
}

const badges: Record<string, 'approved' | 'rejected'> = { Done: 'approved', Refused: 'rejected' }

function Outcome({ outcome }: { outcome: string }) {
  const { title, note } = wordsOfOutcome(outcome)
  return (
    <>
      <Badge state={badges[title] ?? 'pending'}>{title}</Badge>
      {note && (
        <>
          {' '}
          <span className="caption">{note}</span>
        </>
      )}
    </>
  )
}

function Why({ item: { reason, changes } }: { item: AuditItem }) {
  if (reason === null && changes.length === 0) return '-'
  return (
    <>
      {reason}
      {changes.map(({ field, from, to }) => (
        <span key={field} className={`caption ${styles.change}`}>
          {wordFor(field)}: {from ?? '-'} → {to ?? '-'}
        </span>
      ))}
    </>
  )
}

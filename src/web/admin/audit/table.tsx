import { Link, useLocation, useSearchParams } from 'react-router'
import { partsOfSentence, wordsOfOutcome } from '../../../contract/audit-actions.ts'
import type { AuditItem } from '../../../contract/audit.ts'
import { wordFor } from '../../../contract/field-words.ts'
import { withChosen } from '../../account/address-query.ts'
import { usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import styles from '../admin.module.css'
import { When } from '../when.tsx'

const columns: Column<AuditItem>[] = [
  { head: 'What happened', kind: 'name', cell: (item) => <Sentence item={item} /> },
  { head: 'When', kind: 'date', cell: ({ at }) => <When at={at} /> },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => (amount === null ? '-' : usd(amount)) },
  { head: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    head: 'Record',
    kind: 'short',
    cell: (item) => <Record item={item} />,
  },
]

export function AuditTable({ items }: { items: AuditItem[] }) {
  return <DataTable label="What staff did" columns={columns} rows={items} keyOf={({ id }) => id} />
}

/** Pressing a name shows only what they did, or what was done about them. */
function Sentence({ item }: { item: AuditItem }) {
  const [query] = useSearchParams()
  const idOf = { actor: item.actor.id, subject: item.subject?.id ?? '' }
  return (
    <div className={styles.sentence}>
      <p>
        {partsOfSentence(item).map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <Link
              key={part.party}
              to={`?${withChosen(query, part.party, idOf[part.party])}`}
              preventScrollReset
            >
              {part.name}
            </Link>
          ),
        )}
      </p>
      {item.changes.map(({ field, from, to }) => (
        <p key={field} className={`caption ${styles.change}`}>
          {wordFor(field)}: {from ?? '-'} → {to ?? '-'}
        </p>
      ))}
    </div>
  )
}

/** Leads to everything that is kept of it, and from there back to the list as it is. */
function Record({ item: { id, hash, sentence } }: { item: AuditItem }) {
  const { search } = useLocation()
  return (
    <Link to={`/admin/audit/${id}`} state={{ list: search }} aria-label={`Record: ${sentence}`}>
      {hash === null ? 'Open' : <code>{hash.slice(0, 12)}…</code>}
    </Link>
  )
}

const badges: Record<string, 'approved' | 'rejected'> = { Done: 'approved', Refused: 'rejected' }

export function Outcome({ outcome }: { outcome: string }) {
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

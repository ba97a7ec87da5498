import type { ReactNode } from 'react'
import type { Session } from '../../../contract/security.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showAgo, showDateTime } from '../../ui/dates.ts'

type SessionTableProps = {
  sessions: Session[]
  /** What can be done about one that isn't the reader's own. */
  action?(session: Session): ReactNode
}

/** Where a person is signed in, for themselves and for staff. */
export function SessionTable({ sessions, action }: SessionTableProps) {
  const columns: Column<Session>[] = [
    { head: 'Device', kind: 'name', cell: ({ device }) => device },
    { head: 'Place', cell: ({ place }) => place ?? 'Unknown' },
    {
      head: 'Signed in',
      kind: 'date',
      cell: ({ signedInAt }) => <time dateTime={signedInAt}>{showDateTime(signedInAt)}</time>,
    },
    { head: 'Last used', kind: 'date', cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
  ]
  if (action)
    columns.push({
      head: 'Actions',
      kind: 'actions',
      cell: (session) =>
        session.current ? <Badge state="approved">This session</Badge> : action(session),
    })
  return <DataTable label="Sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      <time dateTime={at}>{showDateTime(at)}</time> <span className="caption">{showAgo(at)}</span>
    </>
  )
}

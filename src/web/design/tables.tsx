import { Button } from '@mantine/core'
import { useState } from 'react'
import { usd } from '../ui/amount.ts'
import { Badge, type BadgeState } from '../ui/badge.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Empty, LoadProblem, Waiting } from '../ui/states.tsx'
import styles from './design.module.css'
import { Specimen } from './specimen.tsx'

type Row = { name: string; state: BadgeState; status: string; date: string; amount: number }

const rows: Row[] = [
  {
    name: 'Sample investor 1',
    state: 'pending',
    status: 'Pending',
    date: 'Jan 5, 2025, 03:04 PM',
    amount: 250,
  },
  {
    name: 'Sample investor 2',
    state: 'approved',
    status: 'Approved',
    date: 'Jan 4, 2025, 10:12 AM',
    amount: 1040,
  },
  {
    name: 'Sample investor 3',
    state: 'rejected',
    status: 'Rejected',
    date: 'Jan 3, 2025, 08:47 AM',
    amount: 15_000.5,
  },
]

const columns: Column<Row>[] = [
  { head: 'User', kind: 'name', sortBy: 'name', cell: ({ name }) => name },
  { head: 'Amount', kind: 'amount', sortBy: 'amount', cell: ({ amount }) => usd(amount) },
  {
    head: 'Status',
    kind: 'short',
    cell: ({ state, status }) => <Badge state={state}>{status}</Badge>,
  },
  { head: 'Date', kind: 'date', cell: ({ date }) => date },
]

export function Tables() {
  return (
    <>
      <Specimen
        of="DataTable"
        says="Rows, one of them open; what can be sorted has a head to press"
        bare
      >
        <OpeningRows label="Specimen requests" />
      </Specimen>
      <Specimen
        of="DataTable"
        says="Where the columns don’t fit, each row is a list of labels and values"
      >
        <div className={styles.phone}>
          <OpeningRows label="Specimen requests on a phone" />
        </div>
      </Specimen>
      <Specimen of="Empty" says="In place of a table without rows">
        <Empty action={<Button>Fund Account</Button>}>
          No requests yet. What you ask to have paid out will stand here.
        </Empty>
      </Specimen>
      <Specimen of="Waiting" says="In place of a table that is on its way, after 300 ms">
        <Waiting rows={3}>Loading requests...</Waiting>
      </Specimen>
      <Specimen of="LoadProblem" says="In place of a table that could not be had">
        <LoadProblem
          title="Error loading requests: the server could not be reached"
          status={503}
          onRetry={() => {}}
        />
      </Specimen>
      <Specimen of="LoadMore" says="More to come, and coming; at the end of a list it is gone">
        <div className="row">
          <LoadMore hasNextPage isFetchingNextPage={false} fetchNextPage={() => {}} />
          <LoadMore hasNextPage isFetchingNextPage fetchNextPage={() => {}} />
        </div>
      </Specimen>
    </>
  )
}

function OpeningRows({ label }: { label: string }) {
  const [open, setOpen] = useState<string | null>('Sample investor 2')
  const [sorted, sort] = useState({ by: 'amount', descending: false })
  const actions: Column<Row> = {
    head: 'Actions',
    kind: 'actions',
    cell: ({ name }) => (
      <>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setOpen(open === name ? null : name)}
          aria-expanded={open === name}
        >
          View Details
        </Button>
        <Button size="compact-sm" variant="default" data-danger>
          Reject
        </Button>
      </>
    ),
  }
  return (
    <DataTable
      label={label}
      columns={[...columns, actions]}
      rows={inOrder(sorted)}
      keyOf={({ name }) => name}
      sorting={{
        ...sorted,
        onSort: (by) => sort({ by, descending: by === sorted.by && !sorted.descending }),
      }}
      inside={({ name }) =>
        name === open ? <p className="small">What belongs to a row opens inside it.</p> : null
      }
    />
  )
}

function inOrder({ by, descending }: { by: string; descending: boolean }): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted(
    (a, b) => sign * (by === 'amount' ? a.amount - b.amount : a.name.localeCompare(b.name)),
  )
}

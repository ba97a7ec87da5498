import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BooksMonth, MonthChange, MonthCondition } from '../../../contract/months.ts'
import { monthInWords } from '../../../lib/month.ts'
import { useMonthsQuery } from '../../api/months.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Head } from '../head.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { When } from '../when.tsx'
import { CloseMonth, ReopenMonth } from './dialogs.tsx'

export const meta = titled('Months')

/** Which months of the books are closed, what lacks before the next one is, and who closed and reopened each. */
export default function MonthsPage() {
  const { data, ...answer } = useMonthsQuery()
  const [reopened, setReopened] = useState<string | null>(null)
  return (
    <>
      <Head title="Months">
        Nothing is booked in a closed month. What comes late is booked in the first open one, and
        keeps its value day.
      </Head>
      {data ? (
        <>
          {data.data.next === null ? (
            <Empty>Nothing is booked yet. The first month can be closed once it has ended.</Empty>
          ) : (
            <Next {...data.data.next} />
          )}
          {data.data.months.length > 0 && (
            <Months {...data.data} onReopen={(month) => setReopened(month)} />
          )}
        </>
      ) : (
        <NotLoaded what="the months" rows={6} {...answer} />
      )}
      {reopened !== null && <ReopenMonth month={reopened} onClose={() => setReopened(null)} />}
    </>
  )
}

const conditionColumns: Column<MonthCondition>[] = [
  { head: 'Condition', kind: 'name', cell: ({ text }) => text },
  {
    head: 'State',
    cell: ({ isMet }) =>
      isMet ? <Badge state="approved">Met</Badge> : <Badge state="rejected">Not yet</Badge>,
  },
]

type NextProps = { month: string; conditions: MonthCondition[] }

function Next({ month, conditions }: NextProps) {
  const { may } = useStaff()
  const [isAsking, setAsking] = useState(false)
  const isReady = conditions.every(({ isMet }) => isMet)
  const name = monthInWords(month)
  return (
    <Sheet title={`To close next: ${name}`} lit={isReady}>
      <div className="stack">
        <DataTable
          label={`What closing ${name} takes`}
          columns={conditionColumns}
          rows={conditions}
          keyOf={({ what }) => what}
        />
        <WaitingNote
          about="closing or reopening a month"
          are={({ kind }) => kind === 'month-closing' || kind === 'month-reopening'}
        />
        {may('book-money') && (
          <div className="row">
            <Button disabled={!isReady} onClick={() => setAsking(true)}>
              Propose to close {name}
            </Button>
          </div>
        )}
      </div>
      {isAsking && <CloseMonth month={month} onClose={() => setAsking(false)} />}
    </Sheet>
  )
}

const statuses: Record<BooksMonth['status'], [state: BadgeState, label: string]> = {
  closed: ['approved', 'Closed'],
  open: ['pending', 'Open'],
  running: ['running', 'Running'],
}

const monthColumns: Column<BooksMonth>[] = [
  { head: 'Month', kind: 'name', cell: ({ month }) => monthInWords(month) },
  {
    head: 'Status',
    cell({ status }) {
      const [state, label] = statuses[status]
      return <Badge state={state}>{label}</Badge>
    },
  },
  {
    head: 'History',
    cell: ({ history }) =>
      history.length === 0
        ? 'Never closed'
        : history.map((change) => <Change key={change.at} {...change} />),
  },
]

function Change({ closes, at, by: [first, second], reason }: MonthChange) {
  return (
    <div>
      {closes ? 'Closed' : 'Reopened'} <When at={at} /> by <bdi>{first!.fullName}</bdi> and{' '}
      <bdi>{second!.fullName}</bdi>
      {reason !== null && <span className="caption"> Reason: {reason}</span>}
    </div>
  )
}

type MonthsProps = { months: BooksMonth[]; reopens: string | null; onReopen(month: string): void }

function Months({ months, reopens, onReopen }: MonthsProps) {
  const { may } = useStaff()
  const action: Column<BooksMonth> = {
    head: 'Actions',
    kind: 'actions',
    cell: ({ month }) =>
      month === reopens && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Reopen ${monthInWords(month)}`}
          onClick={() => onReopen(month)}
        >
          Reopen…
        </Button>
      ),
  }
  const isOffered = reopens !== null && may('book-money')
  return (
    <Sheet title="All months" dense>
      <DataTable
        label="All months"
        columns={isOffered ? [...monthColumns, action] : monthColumns}
        rows={months}
        keyOf={({ month }) => month}
      />
    </Sheet>
  )
}

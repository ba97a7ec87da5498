/** The list of what was asked for, and one of it beside the list where there is room, or in its place. */
import { Button } from '@mantine/core'
import type { WaitingApplication } from '../../../contract/lending.ts'
import { monthsOf } from '../../account/loans/words.ts'
import { useLoanApplicationsInfiniteQuery } from '../../api/staff-loans.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/states.tsx'
import { useBeside } from '../list/beside.ts'
import { List, useListed } from '../list/listed.tsx'
import { sayWhen } from '../zone-shown.ts'
import { ApplicationContent } from './application.tsx'
import { ApplicationBadge, DecideBy, DecideSoon } from './badges.tsx'
import layout from '../list/case.module.css'
import styles from './loans.module.css'
import list from '../list/list.module.css'

type ApplicationsProps = {
  list: 'asked' | 'decided'
  /** The one that the address names, or empty. */
  named: string
  onOpen(id: string): void
}

const nothing = {
  asked: 'Nobody’s application is waiting for a decision.',
  decided: 'Nothing has been decided yet.',
}

const keyOf = ({ id }: WaitingApplication) => id

export function Applications({ list: name, named, onOpen }: ApplicationsProps) {
  const isWork = name === 'asked'
  const answer = useLoanApplicationsInfiniteQuery(isWork ? {} : { decided: 'true' })
  const listed = useListed(answer, {
    what: 'the applications',
    view: name,
    rowsOf: (page) => page.data.applications,
    keyOf,
  })
  const { isWide, open, beside, after } = useBeside({ of: listed, keyOf, named, isWork })
  if (open && !isWide)
    return (
      <ApplicationContent id={open} onDone={() => onOpen(after(open))}>
        <Button variant="default" onClick={() => onOpen('')}>
          Back to the list
        </Button>
      </ApplicationContent>
    )
  return (
    <div className={beside && styles.beside}>
      <List of={listed} empty={<Empty>{nothing[name]}</Empty>}>
        {(rows) => (
          <ApplicationsTable rows={rows} isWork={isWork} beside={beside} onOpen={onOpen} />
        )}
      </List>
      {beside && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <section className={layout.panel} aria-label="Application" tabIndex={0}>
          <ApplicationContent key={beside} id={beside} onDone={() => onOpen(after(beside))}>
            {!isWork && (
              <Button variant="default" onClick={() => onOpen('')}>
                Close
              </Button>
            )}
          </ApplicationContent>
        </section>
      )}
    </div>
  )
}

type TableProps = {
  rows: WaitingApplication[]
  isWork: boolean
  beside: string
  onOpen(id: string): void
}

const amount: Column<WaitingApplication> = {
  head: 'Amount',
  kind: 'amount',
  cell: (row) => usd(row.amount),
}
const months: Column<WaitingApplication> = {
  head: 'Over',
  kind: 'short',
  spare: true,
  cell: (row) => monthsOf(row.months),
}
const sent: Column<WaitingApplication> = {
  head: 'Sent',
  kind: 'date',
  cell: ({ submittedAt }) => sayWhen(submittedAt),
}
const stands: Column<WaitingApplication> = {
  head: 'Status',
  kind: 'short',
  cell: (row) => <ApplicationBadge row={row} />,
}
const decided: Column<WaitingApplication> = {
  head: 'Decided',
  kind: 'date',
  cell: ({ decidedAt }) => decidedAt && sayWhen(decidedAt),
}
const decision: Column<WaitingApplication> = {
  head: 'Decision',
  kind: 'short',
  cell: (row) => <DecideBy row={row} />,
}
const soon: Column<WaitingApplication> = {
  head: 'Decide by',
  kind: 'short',
  cell: (row) => <DecideSoon row={row} />,
}

function ApplicationsTable({ rows, isWork, beside, onOpen }: TableProps) {
  const borrower: Column<WaitingApplication> = {
    head: 'User',
    kind: 'name',
    cell: ({ id, borrower: { fullName } }) => (
      <button type="button" className={list.open} onClick={() => onOpen(id)}>
        {fullName}
      </button>
    ),
  }
  const short = isWork ? [borrower, soon] : [borrower, stands]
  const whole = [borrower, amount, months, sent, stands, isWork ? decision : decided]
  return (
    <DataTable
      label="Applications"
      columns={beside ? short : whole}
      rows={rows}
      keyOf={keyOf}
      isCurrent={({ id }) => id === beside}
      dense={beside ? 'few' : true}
    />
  )
}

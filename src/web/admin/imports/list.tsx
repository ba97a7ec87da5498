/** The imports that two agreed to, and how far each has come. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Imported } from '../../../contract/imports.ts'
import { polledEvery } from '../../api/calls.ts'
import { useImportsInfiniteQuery } from '../../api/imports.ts'
import { usd } from '../../ui/amount.ts'
import { Badge, type BadgeState } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { List, useListed } from '../list/listed.tsx'
import { Record } from '../receipts/record.tsx'
import { useStaff } from '../staff.ts'
import { When } from '../when.tsx'
import { many } from './words.ts'

/** How far one has come is looked at this often; and whether another was agreed to. */
const restingMs = 5_000

const states: Record<Imported['state'], [state: BadgeState, label: string]> = {
  booking: ['running', 'Being booked'],
  booked: ['pending', 'Money awaited'],
  cleared: ['approved', 'Cleared'],
}

const columns: Column<Imported>[] = [
  {
    head: 'Agreed',
    kind: 'name',
    cell: ({ at, by }) => (
      <>
        <When at={at} /> by <bdi>{by[0]?.fullName}</bdi> and <bdi>{by[1]?.fullName}</bdi>
      </>
    ),
  },
  {
    head: 'Status',
    cell({ state }) {
      const [tone, label] = states[state]
      return <Badge state={tone}>{label}</Badge>
    },
  },
  {
    head: 'People',
    cell: ({ done, people, leftOut }) => (
      <>
        {done.toLocaleString('en-US')} of {people.toLocaleString('en-US')}
        {leftOut.length > 0 && (
          <span className="caption">
            {' '}
            {many(leftOut.length, 'line', 'lines')} left out, as somebody here has their email by
            now: {leftOut.join(', ')}
          </span>
        )}
      </>
    ),
  },
  { head: 'Amount', kind: 'amount', cell: ({ booked, amount }) => usd(booked ?? amount) },
  { head: 'Arrived', kind: 'amount', cell: ({ cleared }) => usd(cleared) },
  { head: 'Taken back', kind: 'amount', cell: ({ takenBack }) => usd(takenBack) },
]

export function Imports() {
  const { may } = useStaff()
  const [isRecording, setRecording] = useState(false)
  const answer = useImportsInfiniteQuery({}, polledEvery(restingMs))
  const listed = useListed(answer, {
    what: 'the imports',
    view: 'all',
    rowsOf: (page) => page.data.imports,
    keyOf: ({ id }) => id,
    isHeld: false,
  })
  return (
    <Sheet title="Imports so far" dense>
      <List of={listed} lines={3} empty={<Empty>Nobody was imported yet.</Empty>}>
        {(rows) => (
          <div className="stack">
            <DataTable label="Imports" columns={columns} rows={rows} keyOf={({ id }) => id} />
            {may('book-money') && rows.some(({ state }) => state === 'booked') && (
              <div className="row">
                <Button variant="default" size="compact-sm" onClick={() => setRecording(true)}>
                  Record money that arrived…
                </Button>
              </div>
            )}
          </div>
        )}
      </List>
      {isRecording && (
        <Record recording={{ what: 'migration-clearing' }} onClose={() => setRecording(false)} />
      )}
    </Sheet>
  )
}

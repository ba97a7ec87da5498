/** Every piece of work that waits, whose it is and until when it is due: what is late stands on top. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  workPlaces,
  workWords,
  type StaffWorkItem,
  type WorkFilter,
} from '../../../contract/staff-work.ts'
import { useAddress } from '../../account/address-query.ts'
import { polledEvery } from '../../api/calls.ts'
import { useProposalsQuery } from '../../api/proposals.ts'
import { useWorkItemsInfiniteQuery } from '../../api/staff-work.ts'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { List, useListed } from '../list/listed.tsx'
import { ListTabs } from '../list/tabs.tsx'
import { toldOf } from '../waiting/kinds.ts'
import { Selectable, useSelected } from '../bulk/each.tsx'
import { spoken, WorkActions } from './actions.tsx'
import { WorkDialog, type AskedOfWork } from './dialogs.tsx'
import { GiveMany, TakeMany } from './give-many.tsx'
import { Due, HandoverNote, useHolderWords } from './words.tsx'
import styles from './work.module.css'

type Filter = WorkFilter | ''
const filterWords: Record<Filter, string> = {
  '': 'All',
  mine: 'Mine',
  nobodys: 'Nobody’s',
  'put-off': 'Put off',
}
const nothing: Record<Filter, string> = {
  '': 'Nothing waits.',
  mine: 'Nothing is yours. Take something from “Nobody’s”.',
  nobodys: 'All waiting work has been taken.',
  'put-off': 'Nothing is put off.',
}

const filterIn = (query: URLSearchParams): Filter => {
  const named = query.get('whose') ?? ''
  return Object.hasOwn(filterWords, named) ? (named as Filter) : ''
}

const keyOf = ({ id }: StaffWorkItem) => id

export function WorkItems() {
  const [query] = useAddress()
  const whose = filterIn(query)
  const answer = useWorkItemsInfiniteQuery(whose === '' ? {} : { whose }, polledEvery(15_000))
  const listed = useListed(answer, {
    what: 'what waits',
    view: whose,
    rowsOf: (page) => page.data.items,
    keyOf,
    isHeld: false,
  })
  const [asked, ask] = useState<AskedOfWork | null>(null)
  const standsAbove = useStandsAbove(whose)
  const rows = listed.rows.filter((item) => !standsAbove(item))
  const above = listed.rows.length - rows.length
  const selected = useSelected(rows, keyOf)
  return (
    <Sheet
      dense
      title="Work"
      aside={
        <>
          <ListTabs
            label="Lists of work"
            words={filterWords}
            current={whose}
            queryOf={(one) => (one === '' ? '' : `?whose=${one}`)}
          />
          <Chosen selected={selected} />
        </>
      }
    >
      <List
        of={{ ...listed, rows }}
        lines={3}
        empty={<Empty>{above > 0 ? 'Nothing else waits.' : nothing[whose]}</Empty>}
        head={above > 0 && <p className="caption">{aboveWords(above)}</p>}
      >
        {(those) => <Table rows={those} selected={selected} onAsk={ask} />}
      </List>
      {asked && <OneAsked key={asked.item.id} asked={asked} onClose={() => ask(null)} />}
    </Sheet>
  )
}

/** What one may decide on this page stands above with its decision: once, but where one looks for whose it is. */
function useStandsAbove(whose: Filter): (item: StaffWorkItem) => boolean {
  const { data } = useProposalsQuery({ mine: 'to-decide' })
  const ids = new Set(data?.data.proposals.map(({ id }) => id))
  return ({ of, id }) => whose === '' && of === 'proposals' && ids.has(id)
}

const aboveWords = (count: number) =>
  count === 1
    ? '1 proposal for you to decide is above.'
    : `${count} proposals for you to decide are above.`

/** What is done to all that are chosen. */
function Chosen({ selected }: Pick<TableProps, 'selected'>) {
  const [many, setMany] = useState<'take' | 'give' | null>(null)
  const { rows, none } = selected
  function close() {
    none()
    setMany(null)
  }
  return (
    <div className="joined">
      {(['take', 'give'] as const).map((what) => (
        <Button
          key={what}
          variant="default"
          size="compact-sm"
          disabled={rows.length === 0}
          onClick={() => setMany(what)}
        >
          {what === 'take' ? 'Take' : 'Give'} selected ({rows.length})…
        </Button>
      ))}
      {many === 'take' && <TakeMany items={rows} onClose={close} />}
      {many === 'give' && <GiveMany items={rows} onClose={close} />}
    </div>
  )
}

/** Asked of the piece itself, which may have left the list that is shown. */
function OneAsked({ asked, onClose }: { asked: AskedOfWork; onClose(): void }) {
  const { of, id } = asked.item
  const { currentData } = useWorkItemsInfiniteQuery({ work: of, item: id }, polledEvery(15_000))
  const now = currentData ? currentData.pages[0]?.data.items[0] : asked.item
  return <WorkDialog asked={asked} now={now} onClose={onClose} />
}

type TableProps = {
  rows: StaffWorkItem[]
  selected: ReturnType<typeof useSelected<StaffWorkItem>>
  onAsk(asked: AskedOfWork): void
}

function Table({ rows, selected, onAsk }: TableProps) {
  const holderOf = useHolderWords()
  const columns: Column<StaffWorkItem>[] = [
    {
      head: 'What',
      kind: 'name',
      cell: (item) =>
        item.mayHold ? (
          <Selectable row={item} of={selected} name={spoken(item)}>
            <What item={item} />
          </Selectable>
        ) : (
          <What item={item} />
        ),
    },
    { head: 'User', cell: ({ about }) => about?.fullName ?? '–' },
    {
      head: 'Amount',
      kind: 'amount',
      cell: ({ amount }) => (amount === null ? '–' : usd(amount)),
    },
    { head: 'Due', kind: 'date', cell: (item) => <Due item={item} /> },
    { head: 'Held by', cell: holderOf },
    ...(rows.some(({ mayHold }) => mayHold)
      ? [
          {
            head: 'Actions',
            kind: 'actions' as const,
            cell: (item: StaffWorkItem) => <WorkActions item={item} onAsk={onAsk} />,
          },
        ]
      : []),
  ]
  return <DataTable label="Work" columns={columns} rows={rows} keyOf={({ id }) => id} />
}

/** Where each is decided. */
const placeOf = ({ of, id }: StaffWorkItem): string | null => {
  if (of === 'proposals') return null
  if (of === 'withdrawals') return `/admin/withdrawals?request=${id}`
  if (of === 'loans') return `/admin/loans?application=${id}`
  return of === 'verifications' ? `/admin/verifications/${id}` : workPlaces[of].to
}

function What({ item }: { item: StaffWorkItem }) {
  const to = placeOf(item)
  return (
    <span className={styles.what}>
      {to === null ? <Proposed id={item.id} /> : <Link to={to}>{workWords[item.of].title}</Link>}
      <HandoverNote item={item} />
    </span>
  )
}

/** It is decided on elsewhere on this page. */
function Proposed({ id }: { id: string }) {
  const { data } = useProposalsQuery()
  const proposal = data?.data.proposals.find((one) => one.id === id)
  return <span>{proposal ? toldOf(proposal).what : workWords.proposals.title}</span>
}

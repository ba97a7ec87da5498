import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import { operatorActions, staffActions, titleOfAction } from '../../../contract/audit-actions.ts'
import { firmId } from '../../../contract/audit.ts'
import { auditCsvPath, useAuditInfiniteQuery } from '../../api/audit.ts'
import { DayField } from '../../account/activity/filter.tsx'
import { longestSearch } from '../../account/activity/choice.ts'
import { useAddress, withChosen } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { Filters } from '../list/filters.tsx'
import { List, useListed } from '../list/listed.tsx'
import { ListSheet } from '../list/sheet.tsx'
import { LastRoot } from './last-root.tsx'
import { PersonPicker } from '../person-picker.tsx'
import { AuditTable } from './table.tsx'
import {
  auditChoiceOf,
  auditFilterNames,
  auditQueryOf,
  auditViewIn,
  outcomeWords,
  type AuditView,
} from './view.ts'
import { Head } from '../head.tsx'

export const meta = titled('Audit')

export default function AuditPage() {
  const [query, change] = useAddress()
  const view = auditViewIn(query)
  return (
    <>
      <div>
        <Head title="Audit">Every staff action, and proof that none was altered</Head>
        <LastRoot />
      </div>
      <ListSheet
        title="What staff did"
        list="audit"
        query={auditQueryOf(view)}
        csv={auditCsvPath(auditChoiceOf(view))}
      >
        <Choice
          view={view}
          onChoose={(name, value, how) => change((now) => withChosen(now, name, value), how)}
          onClear={() =>
            change((now) => auditFilterNames.reduce((all, name) => withChosen(all, name, ''), now))
          }
        />
        <Actions view={view} />
      </ListSheet>
    </>
  )
}

const kindOptions = [
  { value: '', label: 'Everything' },
  ...[...staffActions, ...operatorActions]
    .map((kind) => ({ value: kind, label: titleOfAction(kind) }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]
const theFirm = [{ value: firmId, label: 'The firm' }]
const outcomeOptions = Object.entries(outcomeWords).map(([value, label]) => ({ value, label }))

type ChoiceProps = {
  view: AuditView
  onChoose(name: keyof AuditView, value: string, how?: { replace: boolean }): void
  onClear(): void
}

function Choice({ view, onChoose, onClear }: ChoiceProps) {
  return (
    <Filters
      count={auditFilterNames.filter((name) => view[name] !== '').length}
      onClear={onClear}
      fields={<Fields view={view} onChoose={onChoose} />}
    >
      <div className={styles.choice} data-dense>
        <SearchField
          placeholder="Name, reason, reference, amount or id"
          value={view.search}
          longest={longestSearch}
          labelIsHidden
          onSearch={(words) => onChoose('search', words, { replace: true })}
        />
      </div>
    </Filters>
  )
}

function Fields({ view, onChoose }: Pick<ChoiceProps, 'view' | 'onChoose'>) {
  return (
    <div className={styles.filters}>
      <PersonPicker label="By" value={view.actor} onChoose={(id) => onChoose('actor', id)} />
      <PersonPicker
        label="About"
        others={theFirm}
        value={view.subject}
        onChoose={(id) => onChoose('subject', id)}
      />
      <NativeSelect
        label="Action"
        value={view.kind}
        onChange={(event) => onChoose('kind', event.currentTarget.value)}
        data={kindOptions}
      />
      <NativeSelect
        label="Outcome"
        value={view.outcome}
        onChange={(event) => onChoose('outcome', event.currentTarget.value)}
        data={outcomeOptions}
      />
      <DayField label="From" value={view.from} onChoose={(day) => onChoose('from', day)} />
      <DayField label="To" value={view.to} onChoose={(day) => onChoose('to', day)} />
    </div>
  )
}

function Actions({ view }: { view: AuditView }) {
  const answer = useAuditInfiniteQuery(auditChoiceOf(view))
  // The first answer of a search comes of few actions; the next is waited for by who sees its end.
  const isFirstAnswer = answer.data?.pages.length === 1
  const listed = useListed(answer, {
    what: 'the audit log',
    view: auditQueryOf(view),
    rowsOf: (page) => page.data.items,
    keyOf: ({ id }) => id,
    byItself: !view.search || isFirstAnswer,
  })
  const { rows, hasNextPage } = listed
  const narrowed = Object.values(view).some((value) => value !== '')
  const isOver = rows.length === 0 && !hasNextPage
  const unsearched = view.search && hasNextPage && (
    <p className="small" role="status">
      {rows.length === 0 ? 'Nothing found so far. ' : ''}Older actions are not searched yet.
    </p>
  )
  return (
    <List
      of={listed}
      empty={isOver ? <NothingYet narrowed={narrowed} /> : unsearched}
      head={
        narrowed &&
        !isOver && (
          <p className="caption">
            <Link to="/admin/audit" preventScrollReset>
              Show everything
            </Link>
          </p>
        )
      }
    >
      {(items) => (
        <>
          <AuditTable items={items} />
          {unsearched}
        </>
      )}
    </List>
  )
}

function NothingYet({ narrowed }: { narrowed: boolean }) {
  if (narrowed)
    return (
      <Empty action={<Link to="/admin/audit">Show everything</Link>}>No staff actions match.</Empty>
    )
  return (
    <Empty action={<Link to="/admin/withdrawals">Go to withdrawals</Link>}>
      No staff actions yet. Decisions on withdrawals and edits of users will appear here.
    </Empty>
  )
}

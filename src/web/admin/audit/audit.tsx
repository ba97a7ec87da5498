import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import { operatorActions, staffActions, titleOfAction } from '../../../contract/audit-actions.ts'
import { firmId } from '../../../contract/audit.ts'
import { auditCsvPath, useAuditInfiniteQuery } from '../../api/audit.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { DayField } from '../../account/activity/filter.tsx'
import { longestSearch } from '../../account/activity/choice.ts'
import { useAddress, withChosen } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { sayDownload } from '../../ui/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { SavedViews } from '../saved-views/menu.tsx'
import { LastRoot } from './last-root.tsx'
import { PersonPicker } from '../person-picker.tsx'
import { AuditTable } from './table.tsx'
import { auditChoiceOf, auditQueryOf, auditViewIn, outcomeWords, type AuditView } from './view.ts'

export const meta = titled('Audit')

export default function AuditPage() {
  const [query, change] = useAddress()
  const view = auditViewIn(query)
  return (
    <>
      <div>
        <h1>Audit</h1>
        <p className="lead">Every staff action, and proof that none was altered</p>
      </div>
      <LastRoot />
      <Sheet
        title="What staff did"
        aside={
          <>
            <SavedViews list="audit" query={auditQueryOf(view)} />
            <LinkButton
              href={auditCsvPath(auditChoiceOf(view))}
              variant="default"
              download
              onClick={sayDownload}
            >
              Export as CSV
            </LinkButton>
          </>
        }
      >
        <Choice
          view={view}
          onChoose={(name, value, how) => change((now) => withChosen(now, name, value), how)}
        />
        <List view={view} />
      </Sheet>
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

function Choice({
  view,
  onChoose,
}: {
  view: AuditView
  onChoose(name: keyof AuditView, value: string, how?: { replace: boolean }): void
}) {
  return (
    <div className={styles.filters}>
      <div className={styles.wide}>
        <SearchField
          placeholder="Name, reason, reference, amount or id"
          value={view.search}
          longest={longestSearch}
          onSearch={(words) => onChoose('search', words, { replace: true })}
        />
      </div>
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

function List({ view }: { view: AuditView }) {
  const { data, currentData, ...answer } = useAuditInfiniteQuery(auditChoiceOf(view))
  // While another choice is on its way, the one before stays.
  const shown = currentData ?? (answer.error ? undefined : data)
  const problem = answer.error && <LoadFailed what="the audit log" {...answer} />
  if (!shown) return problem ?? <Waiting rows={6} />
  const items = shown.pages.flatMap((page) => page.data.items)
  const narrowed = Object.values(view).some((value) => value !== '')
  if (items.length === 0 && !answer.hasNextPage) return <NothingYet narrowed={narrowed} />
  return (
    <div className="stack" aria-busy={shown !== currentData}>
      {narrowed && (
        <p className="caption">
          <Link to="/admin/audit" preventScrollReset>
            Show everything
          </Link>
        </p>
      )}
      {items.length > 0 && <AuditTable items={items} />}
      {view.search && answer.hasNextPage && (
        <p className="small" role="status">
          {items.length === 0 ? 'Nothing found so far. ' : ''}Older actions are not searched yet.
        </p>
      )}
      {/* The first answer of a search comes of few actions; the next is waited for by who sees its end. */}
      {problem ?? <LoadMore {...answer} byItself={!view.search || shown.pages.length === 1} />}
    </div>
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

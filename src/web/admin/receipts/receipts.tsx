import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { BankEntry, ReceiptsWork } from '../../../contract/receipt.ts'
import { useBankEntriesInfiniteQuery } from '../../api/receipts.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import type { SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import tabs from '../withdrawals/work-tabs.module.css'
import { DecideEntry, Entry } from './entry.tsx'
import { Record, type Recording } from './record.tsx'

export const meta = titled('Receipts')

const lists = { 'to-approve': 'To approve', suspense: 'Suspense', all: 'All' } as const
type List = keyof typeof lists

const nothing: { [list in List]: string } = {
  'to-approve': 'Nothing waits for a second administrator.',
  suspense: 'Nothing waits in suspense: of every receipt it is known whose it is.',
  all: 'Nothing was recorded yet. Record what stands on the bank’s statement.',
}

const listIn = (query: URLSearchParams): List => {
  const named = query.get('list') ?? ''
  return Object.hasOwn(lists, named) ? (named as List) : 'to-approve'
}

/** Money in by hand: recorded by one administrator, booked by another. */
export default function ReceiptsPage() {
  const { mayChange } = useStaff()
  const [recording, record] = useState<Recording | null>(null)
  return (
    <>
      <div>
        <h1>Receipts</h1>
        <p className="lead">
          What stands on the bank’s statements. One administrator records it, another books it.
        </p>
      </div>
      <PayoutsBlocked />
      {mayChange && (
        <div className="row">
          <Button onClick={() => record({ what: 'receipt' })}>Record a receipt</Button>
          <Button variant="default" onClick={() => record({ what: 'charge' })}>
            Bank charge
          </Button>
          <Button variant="default" onClick={() => record({ what: 'interest' })}>
            Bank interest
          </Button>
        </div>
      )}
      <Entries onRecord={record} />
      {recording && <Record recording={recording} onClose={() => record(null)} />}
    </>
  )
}

function Entries({ onRecord }: { onRecord(recording: Recording): void }) {
  const [query, setQuery] = useSearchParams()
  const list = listIn(query)
  const search = query.get('search') ?? ''
  const chosen = {
    ...(list === 'all' ? {} : { work: list satisfies ReceiptsWork }),
    ...(search ? { search } : {}),
  }
  const { currentData, ...answer } = useBankEntriesInfiniteQuery(chosen)
  const [asked, ask] = useState<{ entry: BankEntry; what: SecondDecision } | null>(null)
  const entries = currentData?.pages.flatMap((page) => page.data.entries)
  return (
    <Sheet title="Entries at the bank">
      <div className="stack">
        <nav className={tabs.tabs} aria-label="Lists of entries">
          {(Object.keys(lists) as List[]).map((one) => (
            <Link
              key={one}
              to={{ search: `?list=${one}` }}
              preventScrollReset
              aria-current={one === list ? 'page' : undefined}
            >
              {lists[one]}
            </Link>
          ))}
        </nav>
        <SearchField
          placeholder="A whole bank reference"
          value={search}
          onSearch={(text) => setQuery(text ? { list, search: text } : { list })}
        />
        {entries ? (
          entries.length === 0 ? (
            <Empty>{search ? 'No entry has this reference.' : nothing[list]}</Empty>
          ) : (
            <ul className={styles.notes}>
              {entries.map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  onDecide={(what) => ask({ entry, what })}
                  onRecord={onRecord}
                />
              ))}
            </ul>
          )
        ) : (
          <NotLoaded what="the entries" rows={4} {...answer} />
        )}
        <LoadMore {...answer} />
      </div>
      {asked && (
        <DecideEntry key={`${asked.entry.id} ${asked.what}`} {...asked} onClose={() => ask(null)} />
      )}
    </Sheet>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReceiptsWork } from '../../../contract/receipt.ts'
import { bankEntriesCsv, useBankEntriesInfiniteQuery } from '../../api/receipts.ts'
import { useAddress, withChosen } from '../../account/address-query.ts'
import { titled } from '../../seo.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import styles from '../admin.module.css'
import { useAsked } from '../asked.ts'
import { List, useListed } from '../list/listed.tsx'
import { ListTabs } from '../list/tabs.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { Entry } from './entry.tsx'
import { Record, type Recording } from './record.tsx'
import { Head } from '../head.tsx'

export const meta = titled('Receipts')

const lists = { suspense: 'Suspense', all: 'All' } as const
type ListName = keyof typeof lists

const nothing: { [list in ListName]: string } = {
  suspense: 'Suspense is empty: every receipt has an owner.',
  all: 'Nothing was recorded yet. Record what stands on the bank’s statement.',
}

const listIn = (query: URLSearchParams): ListName => {
  const named = query.get('list') ?? ''
  return Object.hasOwn(lists, named) ? (named as ListName) : 'all'
}

/** Money in by hand: recorded by one administrator, booked once another agrees. */
export default function ReceiptsPage() {
  const { may } = useStaff()
  const [recording, record] = useState<Recording | null>(null)
  useAsked({
    receipt: () => record({ what: 'receipt' }),
    charge: () => record({ what: 'charge' }),
    interest: () => record({ what: 'interest' }),
  })
  return (
    <>
      <Head title="Receipts" aside={may('book-money') && <Begin onRecord={record} />}>
        What stands on the bank’s statements. One administrator records it, and it is booked once
        another agrees.
      </Head>
      <PayoutsBlocked />
      <WaitingNote about="entries at the bank" are={({ kind }) => kind === 'bank-entry'} />
      <Entries onRecord={record} />
      {recording && <Record recording={recording} onClose={() => record(null)} />}
    </>
  )
}

function Begin({ onRecord }: { onRecord(recording: Recording): void }) {
  return (
    <div className="row">
      <Button size="compact-sm" onClick={() => onRecord({ what: 'receipt' })}>
        Record a receipt
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => onRecord({ what: 'charge' })}>
        Bank charge
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => onRecord({ what: 'interest' })}>
        Bank interest
      </Button>
    </div>
  )
}

function Entries({ onRecord }: { onRecord(recording: Recording): void }) {
  const [query, change] = useAddress()
  const list = listIn(query)
  const search = query.get('search') ?? ''
  const choice = {
    ...(list === 'all' ? {} : { work: list satisfies ReceiptsWork }),
    ...(search ? { search } : {}),
  }
  const { may } = useStaff()
  const answer = useBankEntriesInfiniteQuery(choice)
  const listed = useListed(answer, {
    what: 'the entries',
    view: `${list} ${search}`,
    rowsOf: (page) => page.data.entries,
    keyOf: ({ id }) => id,
    isHeld: false,
  })
  return (
    <Sheet
      dense
      title="Entries at the bank"
      aside={
        <>
          <ListTabs
            label="Lists of entries"
            words={lists}
            current={list}
            queryOf={(one) => `?list=${one}`}
          />
          {may('export-people') && <CsvLink href={bankEntriesCsv(choice)} />}
        </>
      }
    >
      <div className={styles.list}>
        <div className={styles.choice} data-dense>
          <SearchField
            placeholder="A whole bank reference"
            labelIsHidden
            value={search}
            onSearch={(text) => change((now) => withChosen(now, 'search', text), { replace: true })}
          />
        </div>
        <List
          of={listed}
          lines={4}
          empty={<Empty>{search ? 'No entry has this reference.' : nothing[list]}</Empty>}
        >
          {(entries) => (
            <ul className={styles.notes}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} onRecord={onRecord} />
              ))}
            </ul>
          )}
        </List>
      </div>
    </Sheet>
  )
}

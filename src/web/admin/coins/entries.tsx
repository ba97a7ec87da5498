import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CoinEntry, CoinEntryKind, CoinPosition } from '../../../contract/coin-exchange.ts'
import { useCoinEntriesInfiniteQuery } from '../../api/coin-exchanges.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import styles from '../admin.module.css'
import { List, useListed } from '../list/listed.tsx'
import { ListTabs } from '../list/tabs.tsx'
import type { SecondDecision } from '../second-decision.tsx'
import { useStaff } from '../staff.ts'
import { DecideEntry } from './decide.tsx'
import { Entry } from './entry.tsx'
import { Record } from './record.tsx'

const lists = { 'to-approve': 'To approve', all: 'All' } as const
type ListName = keyof typeof lists

const nothing: Record<ListName, string> = {
  'to-approve': 'Nothing waits for a second administrator.',
  all: 'No coins were sold or bought yet, and no position was covered. Record it as soon as an exchange has done it.',
}

/** What was sold, bought and covered: recorded by one administrator, booked by another. */
export function Entries({ position }: { position: CoinPosition }) {
  const { mayChange } = useStaff()
  const [kind, record] = useState<CoinEntryKind | null>(null)
  return (
    <Sheet title="Exchanges and covers">
      <div className="stack">
        <p className="small">
          Coins that were sold or bought at an exchange, and what capital has borne. One
          administrator records it, another books it.
        </p>
        {mayChange && (
          <div className="row">
            <Button onClick={() => record('sale')}>Record a sale</Button>
            <Button variant="default" onClick={() => record('purchase')}>
              Record a purchase
            </Button>
            <Button variant="default" onClick={() => record('cover')}>
              Cover from capital
            </Button>
          </div>
        )}
        <Listed position={position} />
      </div>
      {kind && <Record kind={kind} position={position} onClose={() => record(null)} />}
    </Sheet>
  )
}

function Listed({ position }: { position: CoinPosition }) {
  const [query] = useSearchParams()
  const list: ListName = query.get('list') === 'to-approve' ? 'to-approve' : 'all'
  const answer = useCoinEntriesInfiniteQuery(list === 'all' ? {} : { work: list })
  const listed = useListed(answer, {
    what: 'the exchanges',
    view: list,
    rowsOf: (page) => page.data.entries,
    keyOf: ({ id }) => id,
    isHeld: false,
  })
  const [asked, ask] = useState<{ entry: CoinEntry; what: SecondDecision } | null>(null)
  return (
    <>
      <ListTabs
        label="Lists of exchanges and covers"
        words={lists}
        current={list}
        queryOf={(one) => `?list=${one}`}
      />
      <List of={listed} lines={3} empty={<Empty>{nothing[list]}</Empty>}>
        {(entries) => (
          <ul className={styles.notes}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onDecide={(what) => ask({ entry, what })} />
            ))}
          </ul>
        )}
      </List>
      {asked && (
        <DecideEntry
          key={`${asked.entry.id} ${asked.what}`}
          {...asked}
          position={position}
          onClose={() => ask(null)}
        />
      )}
    </>
  )
}

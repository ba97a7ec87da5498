import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CoinEntryKind, CoinPosition } from '../../../contract/coin-exchange.ts'
import { coinEntriesCsv, useCoinEntriesInfiniteQuery } from '../../api/coin-exchanges.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import styles from '../admin.module.css'
import { List, useListed } from '../list/listed.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { Entry } from './entry.tsx'
import { Record } from './record.tsx'

const nothing =
  'No coins were sold or bought yet, and no position was covered. Record it as soon as an exchange has done it.'

/** What was sold, bought and covered: recorded by one administrator, booked once another agrees. */
export function Entries({ position }: { position: CoinPosition }) {
  const { may } = useStaff()
  const [kind, record] = useState<CoinEntryKind | null>(null)
  return (
    <Sheet title="Exchanges and covers" aside={<CsvLink href={coinEntriesCsv} />}>
      <div className="stack">
        <p className="small">
          Coins that were sold or bought at an exchange, and what capital has borne. One
          administrator records it, and it is booked once another agrees.
        </p>
        {may('book-money') && (
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
        <WaitingNote about="coins" are={({ kind }) => kind === 'coin-entry'} />
        <Listed />
      </div>
      {kind && <Record kind={kind} position={position} onClose={() => record(null)} />}
    </Sheet>
  )
}

function Listed() {
  const answer = useCoinEntriesInfiniteQuery({})
  const listed = useListed(answer, {
    what: 'the exchanges',
    view: 'all',
    rowsOf: (page) => page.data.entries,
    keyOf: ({ id }) => id,
    isHeld: false,
  })
  return (
    <List of={listed} lines={3} empty={<Empty>{nothing}</Empty>}>
      {(entries) => (
        <ul className={styles.notes}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </List>
  )
}

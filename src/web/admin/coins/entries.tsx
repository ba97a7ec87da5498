import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CoinPosition, UsdtPosition } from '../../../contract/coin-exchange.ts'
import { coinOfEntry, kindOfEntry, type CoinEntryKind } from '../../../lib/coin-entry.ts'
import type { Coin } from '../../../lib/exchange-rate.ts'
import { coinEntriesCsv, useCoinEntriesInfiniteQuery } from '../../api/coin-exchanges.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import styles from '../admin.module.css'
import { List, useListed } from '../list/listed.tsx'
import { useStaff } from '../staff.ts'
import { WaitingNote } from '../waiting/note.tsx'
import { Entry } from './entry.tsx'
import { Record, titles } from './record.tsx'

const nothing =
  'No coins were sold or bought yet, and no position was covered. Record it as soon as an exchange has done it.'

/** Of each coin that the firm takes. */
type Held = { position: CoinPosition | null; usdt: UsdtPosition | null }

const heldOf = ({ position, usdt }: Held, coin: Coin) => (coin === 'BTC' ? position : usdt)

type ExchangeProps = { coin: Coin; isFirst?: boolean; record(kind: CoinEntryKind): void }

function Exchange({ coin, isFirst = false, record }: ExchangeProps) {
  const [sale, purchase] = [kindOfEntry(coin, 'sale'), kindOfEntry(coin, 'purchase')]
  return (
    <>
      <Button variant={isFirst ? 'filled' : 'default'} onClick={() => record(sale)}>
        {titles[sale]}
      </Button>
      <Button variant="default" onClick={() => record(purchase)}>
        {titles[purchase]}
      </Button>
    </>
  )
}

/** What was sold, bought and covered: recorded by one administrator, booked once another agrees. */
export function Entries({ held }: { held: Held }) {
  const { may } = useStaff()
  const [kind, record] = useState<CoinEntryKind | null>(null)
  return (
    <Sheet title="Exchanges, covers and fees" aside={<CsvLink href={coinEntriesCsv} />}>
      <div className="stack">
        <p className="small">
          Coins that were sold or bought at an exchange, and what capital has borne, fees in TRX
          too. One administrator records it, and it is booked once another agrees.
        </p>
        {may('book-money') && (
          <div className="row">
            {held.position && <Exchange coin="BTC" isFirst record={record} />}
            {held.usdt && (
              <>
                <Exchange coin="USDT" isFirst={!held.position} record={record} />
                <Button variant="default" onClick={() => record('usdt-fee')}>
                  {titles['usdt-fee']}
                </Button>
              </>
            )}
            <Button variant="default" onClick={() => record('cover')}>
              {titles.cover}
            </Button>
          </div>
        )}
        <WaitingNote about="coins" are={({ kind }) => kind === 'coin-entry'} />
        <Listed />
      </div>
      {kind && (
        <Record kind={kind} held={heldOf(held, coinOfEntry(kind))} onClose={() => record(null)} />
      )}
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

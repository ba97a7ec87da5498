import { useEffect, useRef, useState } from 'react'
import type { BitcoinForMe, CoinDeposit } from '../../../contract/coin-deposit.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { shortened, stateInWords } from './bitcoin-words.ts'
import styles from './bitcoin.module.css'

export function Arrivals({ bitcoin }: { bitcoin: BitcoinForMe }) {
  const { deposits } = bitcoin
  const news = useNews(deposits)
  return (
    <Sheet title="Bitcoin on its way" narrow>
      <p className="hide" role="status">
        {news}
      </p>
      {deposits.length === 0 ? (
        <Empty>Nothing has arrived yet. {whatToDo(bitcoin)}</Empty>
      ) : (
        <ul className={styles.arrivals}>
          {deposits.map((deposit) => (
            <Arrival key={keyOf(deposit)} deposit={deposit} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function whatToDo({ address, closed }: BitcoinForMe): string {
  if (closed !== null) return ''
  return address
    ? 'Send bitcoin to your address above: it appears here within seconds, before it is in a block.'
    : 'Get your address above: what you send to it appears here within seconds, before it is in a block.'
}

const keyOf = ({ txid, output }: CoinDeposit) => `${txid}:${output}`
const inWords = (deposit: CoinDeposit) => `${deposit.coins} BTC: ${stateInWords(deposit)}.`

/** What has changed since the page last looked, for those who hear it. */
function useNews(deposits: CoinDeposit[]): string {
  const before = useRef<Map<string, string> | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    const now = new Map(deposits.map((deposit) => [keyOf(deposit), inWords(deposit)]))
    const changed = [...now].filter(([key, words]) => before.current?.get(key) !== words)
    if (before.current !== null && changed.length > 0)
      setNews(changed.map(([, words]) => words).join(' '))
    before.current = now
  }, [deposits])
  return news
}

const icons: Record<CoinDeposit['state'], IconName> = {
  seen: 'wait',
  confirming: 'wait',
  'held-up': 'wait',
  credited: 'check',
  aside: 'stop',
  gone: 'cross',
}

function Arrival({ deposit }: { deposit: CoinDeposit }) {
  const { coins, state, at } = deposit
  return (
    <li data-state={state}>
      <Icon name={icons[state]} />
      <div>
        <p>{stateInWords(deposit)}</p>
        <p className="caption">
          <time dateTime={at}>{showDateTime(at)}</time>, <Transaction deposit={deposit} />
        </p>
      </div>
      <strong className={styles.coins}>{coins} BTC</strong>
    </li>
  )
}

/** Where it can be looked at: its id is whole for those who hear it, and on the page that opens. */
function Transaction({ deposit: { txid, explorer } }: { deposit: CoinDeposit }) {
  const id = (
    <>
      <span aria-hidden="true">transaction {shortened(txid)}</span>
      <span className="hide">transaction {txid}</span>
    </>
  )
  if (explorer === null) return <span title={txid}>{id}</span>
  return (
    <a href={explorer} target="_blank" rel="noopener">
      {id}
      <span className="hide"> (opens a new tab)</span>
    </a>
  )
}

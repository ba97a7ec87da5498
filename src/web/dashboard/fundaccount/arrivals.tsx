import { useEffect, useRef, useState } from 'react'
import type { CoinDeposit, CoinsForMe } from '../../../contract/coin-deposit.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { Transaction } from '../../ui/transaction.tsx'
import { stateInWords, wordsOf, type Coin } from '../coin-words.ts'
import styles from './bitcoin.module.css'

export function Arrivals({ coin, coins }: { coin: Coin; coins: CoinsForMe }) {
  const { deposits } = coins
  const news = useNews(deposits, coin)
  return (
    <Sheet title={wordsOf[coin].list} narrow>
      <p className="hide" role="status">
        {news}
      </p>
      {deposits.length === 0 ? (
        <Empty>Nothing has arrived yet. {whatToDo(coin, coins)}</Empty>
      ) : (
        <ul className={styles.arrivals}>
          {deposits.map((deposit) => (
            <Arrival key={keyOf(deposit)} coin={coin} deposit={deposit} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

const appears: Record<Coin, string> = {
  BTC: 'appears here within seconds, before it is in a block',
  USDT: 'appears here after about two minutes, once nothing can take it back',
}

function whatToDo(coin: Coin, { address, closed }: CoinsForMe): string {
  if (closed !== null) return ''
  return address
    ? `Send ${wordsOf[coin].name} to your address above: it ${appears[coin]}.`
    : `Get your address above: what you send to it ${appears[coin]}.`
}

const keyOf = ({ txid, output }: CoinDeposit) => `${txid}:${output}`
const inWords = (deposit: CoinDeposit, coin: Coin) =>
  `${deposit.coins} ${coin}: ${stateInWords(deposit, coin)}.`

/** What has changed since the page last looked, for those who hear it. */
function useNews(deposits: CoinDeposit[], coin: Coin): string {
  const before = useRef<Map<string, string> | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    const now = new Map(deposits.map((deposit) => [keyOf(deposit), inWords(deposit, coin)]))
    const changed = [...now].filter(([key, words]) => before.current?.get(key) !== words)
    if (before.current !== null && changed.length > 0)
      setNews(changed.map(([, words]) => words).join(' '))
    before.current = now
  }, [deposits, coin])
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

function Arrival({ coin, deposit }: { coin: Coin; deposit: CoinDeposit }) {
  const { coins, state, at } = deposit
  return (
    <li data-state={state}>
      <Icon name={icons[state]} />
      <div>
        <p>{stateInWords(deposit, coin)}</p>
        <p className="caption">
          <time dateTime={at}>{showDateTime(at)}</time>, <Transaction {...deposit} />
        </p>
      </div>
      <strong className={styles.coins}>
        {coins} {coin}
      </strong>
    </li>
  )
}

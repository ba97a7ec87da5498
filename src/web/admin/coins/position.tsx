import { useId } from 'react'
import type { CoinPosition, UsdtPosition } from '../../../contract/coin-exchange.ts'
import { itemWords } from '../../../contract/coin-items.ts'
import { centsOf, plainAmount, usd } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './coins.module.css'
import { atLimit, isAtLimit, remediesFor, signedCoins, sizeOfCoins } from './words.ts'
import { When } from '../when.tsx'

type Of = { position: CoinPosition }

/** What the books and the chain have, and every satoshi between the two. */
export function BooksAndChain({ position }: Of) {
  const { books, chain, items, difference, payoutsStopped, read } = position
  const isStopped = payoutsStopped !== null
  return (
    <Sheet
      title="Books and chain"
      lit
      aside={
        <Badge state={isStopped ? 'rejected' : 'approved'}>
          {isStopped ? 'Payouts are stopped' : 'Payouts go on'}
        </Badge>
      }
    >
      <div className={styles.between}>
        {isStopped && <Stopped position={position} />}
        <Explain
          lines={[
            { label: 'In the wallet, by the books', amount: signedCoins(books) },
            ...items.map(itemLine),
            ...(difference === '0'
              ? []
              : [{ label: 'Unexplained', amount: signedCoins(difference) }]),
          ]}
          sum={{
            label: 'Unspent at the firm’s addresses, by the chain',
            amount: signedCoins(chain),
            note:
              read.height === null ? null : `as of block ${read.height.toLocaleString('en-US')}`,
          }}
        />
        {items.length === 0 && difference === '0' && (
          <p className="small">Books and chain agree, and nothing is on its way.</p>
        )}
      </div>
    </Sheet>
  )
}

const signedUsdt = (coins: string) => `${coins.replace('-', '\u2212')} USDT`

/** What the TRON node has to prove before anything is credited or paid by what it says. */
function Proofs({ node }: { node: UsdtPosition['node'] }) {
  if (node === null) return <p className="small">The TRON node is being asked to prove itself.</p>
  const wrong = node.proofs.filter(({ found }) => found !== null)
  if (wrong.length === 0)
    return (
      <p className="small">
        The TRON node proved itself <When at={node.askedAt} />: all {node.proofs.length} proofs
        hold. It is asked again every day.
      </p>
    )
  return (
    <Note tone="bad">
      Nothing is credited or paid out in USDT: the TRON node hasn’t proved itself. It is asked again
      every minute, and nothing is lost.
      <ul>
        {wrong.map(({ what, found }) => (
          <li key={what}>
            Missing: {what}. {found}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** The same of USDT. */
export function UsdtBooksAndChain({ usdt }: { usdt: UsdtPosition }) {
  const { books, chain, items, difference, differs, height, node } = usdt
  return (
    <Sheet
      title="USDT: books and chain"
      aside={
        <Badge state={differs === null ? 'approved' : 'rejected'}>
          {differs === null ? 'They agree' : 'They differ'}
        </Badge>
      }
      narrow
    >
      <div className={styles.between}>
        {differs !== null && <Note tone="bad">{differs}</Note>}
        <Proofs node={node} />
        <Explain
          lines={[
            { label: 'In the wallet, by the books', amount: signedUsdt(books) },
            ...items.map(({ kind, coins, count, txid }) => ({
              label: itemWords(kind, `${coins.replace('-', '')} USDT`, txid),
              note: count > 1 ? `${count} payments` : null,
              amount: signedUsdt(coins),
            })),
            ...(difference === '0'
              ? []
              : [{ label: 'Unexplained', amount: signedUsdt(difference) }]),
          ]}
          sum={{
            label: 'At the firm’s addresses, by the chain',
            amount: signedUsdt(chain),
            note: height === null ? null : `as of block ${height.toLocaleString('en-US')}`,
          }}
        />
        <p className="small">
          What leaves an address of the firm’s by no list of payouts is named here. If it went to an
          exchange, record the sale below.
        </p>
      </div>
    </Sheet>
  )
}

function itemLine({ kind, coins, count, txid, stopsPayouts }: CoinPosition['items'][number]): Line {
  const notes = [count > 1 && `${count} payments`, stopsPayouts && 'stops payouts']
  return {
    label: itemWords(kind, sizeOfCoins(coins), txid),
    note: notes.filter(Boolean).join(', '),
    amount: signedCoins(coins),
  }
}

/** Why, and what to do. */
function Stopped({ position }: Of) {
  const what = useId()
  return (
    <div className="stack">
      <Note tone="bad">
        Payouts in bitcoin are neither built nor sent now. {position.payoutsStopped} Those that were
        sent are followed, and deposits go on.
      </Note>
      <div>
        <h3 className={styles.what} id={what}>
          What to do
        </h3>
        <ul className={styles.remedies} aria-labelledby={what}>
          {remediesFor(position).map((remedy) => (
            <li key={remedy}>{remedy}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** What the coins are worth against what is owed for them, and how much more may come. */
export function OpenPosition({ position }: Of) {
  const { owed, open, rate, value } = position
  return (
    <Sheet
      title="Open position"
      aside={rate?.sources.includes('sample rate') && <SampleLabel>Sample rate</SampleLabel>}
    >
      <div className={styles.between}>
        <Explain
          lines={[
            {
              label: 'What the coins are worth',
              amount: value === null ? 'Unknown' : plainAmount(centsOf(value)),
              note: rateOf(position),
            },
            { label: 'Owed to people against them', amount: plainAmount(-centsOf(owed)) },
          ]}
          sum={{
            label: 'Open position',
            amount: open === null ? 'Unknown without a rate' : plainAmount(centsOf(open)),
          }}
        />
        <Limit position={position} />
        {open !== null && open < 0 && (
          <p className="small">
            The coins are worth less than is owed against them. That stays so until their price is
            back, or capital covers it.
          </p>
        )}
      </div>
    </Sheet>
  )
}

const rateOf = ({ rate }: CoinPosition) =>
  rate && (
    <>
      at {usd(rate.dollars)} a bitcoin, {rate.sources}, <When at={rate.at} />
    </>
  )

function Limit({ position }: Of) {
  const { limit, room } = position
  return (
    <>
      {isAtLimit(position) && (
        <Note>
          {atLimit} Sell coins and record the sale: then what waits is credited by itself.
        </Note>
      )}
      <p className="small">
        {limit === null
          ? 'There is no limit: any amount of coins is taken. The pack sets one by “positionLimit”.'
          : `The firm holds coins of up to ${usd(limit)}${room === null ? '' : `; ${usd(room)} of that is left`}.`}
      </p>
    </>
  )
}

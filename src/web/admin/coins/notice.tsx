import { Link } from 'react-router'
import type { CoinPosition } from '../../../contract/coin-exchange.ts'
import { useCoinPosition } from '../../api/coin-exchanges.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { Note, Waiting } from '../../ui/states.tsx'
import { atLimit, isAtLimit, signedCoins } from './words.ts'

/** In the treasury: what the firm's coins are against what is owed, and whether anything stops. Nothing where it takes none. */
export function CoinsInTreasury() {
  const { data, ...answer } = useCoinPosition()
  if (!data)
    return answer.error ? <LoadFailed what="the position" {...answer} /> : <Waiting rows={1} />
  const { position } = data.data
  if (position === null) return null
  return (
    <>
      {position.payoutsStopped !== null && (
        <Note tone="bad">
          Payouts in bitcoin are stopped. {position.payoutsStopped} What to do stands on{' '}
          <Link to="/admin/coins">Coins</Link>.
        </Note>
      )}
      {isAtLimit(position) && <Note>{atLimit}</Note>}
      <p>{inWords(position)}</p>
      <p className="small">
        <Link to="/admin/coins">Coins: position, sales, purchases and covers</Link>
      </p>
    </>
  )
}

function inWords({ books, items, difference, owed, open, limit }: CoinPosition): string {
  const said = [
    `${signedCoins(books)} in the books, ${usd(owed)} owed against it`,
    open === null ? 'open position unknown without a rate' : `open position ${usd(open)}`,
    limit === null ? 'no limit' : `limit ${usd(limit)}`,
    difference !== '0'
      ? `${signedCoins(difference)} unexplained`
      : items.length === 0
        ? 'books and chain agree'
        : 'every difference between books and chain is explained',
  ]
  return `${said.join('; ')}.`
}

import { Link } from 'react-router'
import type { CoinPosition } from '../../../contract/coin-exchange.ts'
import { useCoinPosition } from '../../api/coin-exchanges.ts'
import { useWatchedWallets } from '../../api/wallets.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Empty } from '../../ui/states.tsx'
import { ChainAlerts } from '../wallet/watched.tsx'
import { Entries } from './entries.tsx'
import { BooksAndChain, OpenPosition, UsdtBooksAndChain } from './position.tsx'
import { Head } from '../head.tsx'

export const meta = titled('Coins')

/** The firm's coins: in the books and on the chain, against what is owed, and how two close the position. */
export default function CoinsPage() {
  const { data, ...answer } = useCoinPosition()
  return (
    <>
      <Head title="Coins">
        The firm’s coins: what the books have and what the chain has, and what is owed in dollars
        against them. Whose keys they are under stands on{' '}
        <Link to="/admin/wallet">the wallet’s page</Link>.
      </Head>
      {data ? (
        <>
          {data.data.position && <Coins position={data.data.position} />}
          {!data.data.position && !data.data.usdt && <NoCoins />}
          {data.data.usdt && <UsdtBooksAndChain usdt={data.data.usdt} />}
          {(data.data.position ?? data.data.usdt) && <Entries held={data.data} />}
        </>
      ) : (
        <NotLoaded what="the position" rows={5} {...answer} />
      )}
    </>
  )
}

const NoCoins = () => (
  <Empty>
    This firm takes no bitcoin and no USDT, so it holds no coins. What the operator sets for that
    stands on <Link to="/admin/wallet">the wallet’s page</Link>.
  </Empty>
)

function Coins({ position }: { position: CoinPosition }) {
  const { data } = useWatchedWallets()
  const watching = data?.data.watching
  return (
    <>
      {watching && <ChainAlerts watching={watching} />}
      <div className="columns">
        <BooksAndChain position={position} />
        <OpenPosition position={position} />
      </div>
    </>
  )
}

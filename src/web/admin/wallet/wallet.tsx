import type { FirmWallet, WatchedWallets } from '../../../contract/wallet.ts'
import type { Coin } from '../../../lib/exchange-rate.ts'
import { Link } from 'react-router'
import { useWatchedWallets } from '../../api/wallets.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { Badge } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useStaff } from '../staff.ts'
import { Compare } from './compare.tsx'
import { WalletFacts } from './facts.tsx'
import { FirstCoins } from './first-coins.tsx'
import { Watched } from './watched.tsx'
import { statuses } from './words.ts'
import styles from './wallet.module.css'
import { Head } from '../head.tsx'

export const meta = titled('Wallets for coins')

/** Where people's coins arrive: whose keys these are, who has compared them, and whether the chain is seen. */
export default function WalletPage() {
  const { data, ...answer } = useWatchedWallets()
  return (
    <>
      <Head title="Wallets for coins">
        Where people’s bitcoin and USDT arrive. The server has their public keys alone: nothing can
        be spent from here. What leaves is put together under{' '}
        <Link to="/admin/payout-batches">Bitcoin payouts</Link> and{' '}
        <Link to="/admin/payout-lists">USDT payouts</Link>, and how bitcoin is exchanged stands on{' '}
        <Link to="/admin/coins">Coins</Link>.
      </Head>
      {data ? (
        <>
          <Wallets coin="BTC" wallets={data.data} />
          <h2>USDT on TRON</h2>
          <Wallets coin="USDT" wallets={data.data.usdt} />
        </>
      ) : (
        <NotLoaded what="the wallet" rows={5} {...answer} />
      )}
    </>
  )
}

function Wallets({
  coin,
  wallets: { current, earlier, watching, firstCoins },
}: {
  coin: Coin
  wallets: WatchedWallets
}) {
  return (
    <>
      {current ? (
        <Current coin={coin} wallet={current} />
      ) : coin === 'USDT' ? (
        <Empty>
          There is no account in the settings: no USDT is taken. The operator sets{' '}
          <code>TRON_ACCOUNT</code>, its public key, and <code>TRON_API_URL</code>, a node;{' '}
          <code>RATES_USDT_USD</code> names where rates come from. See docs/settings.md.
        </Empty>
      ) : (
        <Empty>
          There is no wallet in the settings: no bitcoin is taken. The operator sets{' '}
          <code>BITCOIN_DESCRIPTOR</code>, the wallet’s public keys, and{' '}
          <code>BITCOIN_RPC_URL</code>, a node of your own; <code>RATES_BTC_USD</code> names where
          rates come from. See docs/settings.md.
        </Empty>
      )}
      {firstCoins && <FirstCoins coin={coin} firstCoins={firstCoins} />}
      {watching && <Watched coin={coin} watching={watching} />}
      {earlier.length > 0 && <Earlier wallets={earlier} />}
    </>
  )
}

function Current({ coin, wallet }: { coin: Coin; wallet: FirmWallet }) {
  const { may } = useStaff()
  const { state, word } = statuses[wallet.status]
  const isConfirmed = wallet.status === 'confirmed'
  const facts = (
    <Sheet
      title={coin === 'BTC' ? 'The wallet of the settings' : 'The account of the settings'}
      aside={<Badge state={state}>{word}</Badge>}
      lit={isConfirmed || !may('pay-out')}
      narrow
    >
      <WalletFacts wallet={wallet} />
    </Sheet>
  )
  if (isConfirmed || !may('pay-out')) return facts
  return (
    <div className="columns">
      {facts}
      <Compare coin={coin} wallet={wallet} />
    </div>
  )
}

function Earlier({ wallets }: { wallets: FirmWallet[] }) {
  return (
    <Sheet title={`Earlier wallets (${wallets.length})`} narrow>
      <div className="stack">
        <p className="small">
          Deposits to their addresses are still credited. Keep their keys for good.
        </p>
        <ul className={styles.earlier}>
          {wallets.map((wallet) => (
            <li key={wallet.network + wallet.descriptor}>
              <Badge state={statuses[wallet.status].state}>
                {wallet.status === 'retired'
                  ? 'Retired, watched for good'
                  : statuses[wallet.status].word}
              </Badge>
              <WalletFacts wallet={wallet} />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

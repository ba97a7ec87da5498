import { Link } from 'react-router'
import { useWatchedWallets } from '../../api/wallets.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CoinsInTreasury } from '../coins/notice.tsx'
import { ChainAlerts } from './watched.tsx'
import { signing, statuses } from './words.ts'

/** In the treasury: whether there is a wallet, and what needs somebody. */
export function WalletInTreasury() {
  const { data, ...answer } = useWatchedWallets()
  const wallet = data?.data.current
  return (
    <Sheet
      title="Bitcoin"
      aside={
        wallet && (
          <Badge state={statuses[wallet.status].state}>{statuses[wallet.status].word}</Badge>
        )
      }
    >
      <div className="stack">
        {data ? (
          <>
            {data.data.watching && <ChainAlerts watching={data.data.watching} />}
            <p>
              {wallet
                ? `A wallet of which ${signing(wallet)}; ${addresses(wallet.addresses)} to people.`
                : 'There is no wallet in the settings: no bitcoin is taken.'}
            </p>
          </>
        ) : (
          <NotLoaded what="the wallet" rows={1} {...answer} />
        )}
        {data?.data.watching && <CoinsInTreasury />}
        <p className="small">
          <Link to="/admin/wallet">Wallets for coins</Link>
        </p>
      </div>
    </Sheet>
  )
}

const addresses = (count: number) =>
  count === 1 ? '1 address was given' : `${count.toLocaleString('en-US')} addresses were given`

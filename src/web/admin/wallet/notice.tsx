import { Link } from 'react-router'
import { failureText, statusOf } from '../../api/failure.ts'
import { useWatchedWallets } from '../../api/wallets.ts'
import { Badge } from '../../ui/badge.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import { CoinsInTreasury } from '../coins/notice.tsx'
import { ChainAlerts } from './watched.tsx'
import { signing, statuses } from './words.ts'

/** In the treasury: whether there is a wallet, and what needs somebody. */
export function WalletInTreasury() {
  const { data, error, isFetching, refetch } = useWatchedWallets()
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
        ) : error ? (
          <LoadProblem
            title={`Error loading the wallet: ${failureText(error, 'Unknown error')}`}
            status={statusOf(error)}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : (
          <Waiting rows={1} />
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

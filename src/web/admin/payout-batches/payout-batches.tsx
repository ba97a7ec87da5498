import { Link } from 'react-router'
import { payoutBatchesCsv, usePayoutBatches } from '../../api/payout-batches.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, Waiting } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import { CarriedTable } from '../coin-payouts/carried-table.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { ToBuild } from './to-build.tsx'
import { coinsOf, standing } from './words.ts'
import { Head } from '../head.tsx'

export const meta = titled('Bitcoin payouts')

/** What is to leave in bitcoin, and what has left: put together here, signed elsewhere. */
export default function PayoutBatchesPage() {
  const { data, ...answer } = usePayoutBatches()
  const first = data?.pages[0]?.data
  const batches = data?.pages.flatMap((page) => page.data.batches) ?? []
  const problem = answer.error && <LoadFailed what="the batches" {...answer} />
  return (
    <>
      <Head title="Bitcoin payouts">
        Approved withdrawals to Bitcoin addresses leave in batches: built here, signed elsewhere
        with the firm’s own keys, and followed until they are paid
      </Head>
      <PayoutsBlocked />
      {!first ? (
        (problem ?? <Waiting rows={5} />)
      ) : (
        <>
          {first.network === null ? (
            <NoBitcoin />
          ) : (
            <ToBuild
              waiting={first.waiting}
              aside={first.network !== 'main' && <SampleLabel>Test network</SampleLabel>}
            />
          )}
          <Sheet dense title="Batches" aside={<CsvLink href={payoutBatchesCsv} />}>
            <div className="stack">
              <CarriedTable<(typeof batches)[number]>
                what="batch"
                rows={batches}
                name={({ txid }) => txid}
                coins={({ quantity }) => coinsOf(quantity)}
                standing={standing}
              />
              {answer.isFetchNextPageError ? problem : <LoadMore {...answer} />}
            </div>
          </Sheet>
        </>
      )}
    </>
  )
}

const NoBitcoin = () => (
  <Empty>
    The firm pays out no bitcoin. The operator sets <code>BITCOIN_DESCRIPTOR</code>, the wallet’s
    public keys, and <code>BITCOIN_RPC_URL</code>, a node of your own; two administrators then
    compare the <Link to="/admin/wallet">Bitcoin wallet</Link> with their signers. Until then
    withdrawals to Bitcoin addresses are paid by hand, from{' '}
    <Link to="/admin/withdrawals?work=to-pay">To pay out</Link>.
  </Empty>
)

import { payoutListsCsv, usePayoutLists } from '../../api/payout-lists.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { CsvLink } from '../list/csv-link.tsx'
import { CarriedTable } from '../coin-payouts/carried-table.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { NoUsdt, PayingAddress } from './from.tsx'
import { OnLists, ToMake } from './to-make.tsx'
import { standing, usdtOf } from './words.ts'
import { Head } from '../head.tsx'

export const meta = titled('USDT payouts')

/** What is to leave in USDT, and what has left: listed here, signed and sent elsewhere. */
export default function PayoutListsPage() {
  const { data, ...answer } = usePayoutLists()
  const first = data?.pages[0]?.data
  const lists = data?.pages.flatMap((page) => page.data.lists) ?? []
  const problem = answer.error && <LoadFailed what="the lists" {...answer} />
  return (
    <>
      <Head title="USDT payouts">
        Approved withdrawals to addresses on TRON leave by lists: made here, signed and sent
        elsewhere line by line, and found again in the chain
      </Head>
      <PayoutsBlocked />
      {!first ? (
        (problem ?? <Waiting rows={5} />)
      ) : (
        <>
          {first.from === null ? (
            <NoUsdt />
          ) : (
            <>
              <PayingAddress from={first.from} />
              <ToMake waiting={first.waiting} />
            </>
          )}
          <Sheet dense title="Lists" aside={<CsvLink href={payoutListsCsv} />}>
            <div className="stack">
              <OnLists onLists={first.onLists} />
              <CarriedTable<(typeof lists)[number]>
                what="list"
                rows={lists}
                name={({ id }) => id}
                coins={({ quantity }) => usdtOf(quantity)}
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

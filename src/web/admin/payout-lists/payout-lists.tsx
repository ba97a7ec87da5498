import { usePayoutLists } from '../../api/payout-lists.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/states.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { NoUsdt, PayingAddress } from './from.tsx'
import { Lists } from './lists.tsx'
import { OnLists, ToMake } from './to-make.tsx'

export const meta = titled('USDT payouts')

/** What is to leave in USDT, and what has left: listed here, signed and sent elsewhere. */
export default function PayoutListsPage() {
  const { data, ...answer } = usePayoutLists()
  const first = data?.pages[0]?.data
  const problem = answer.error && <LoadFailed what="the lists" {...answer} />
  return (
    <>
      <div>
        <h1>USDT payouts</h1>
        <p className="lead">
          Approved withdrawals to addresses on TRON leave by lists: made here, signed and sent
          elsewhere line by line, and found again in the chain
        </p>
      </div>
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
          <Sheet title="Lists">
            <div className="stack">
              <OnLists onLists={first.onLists} />
              <Lists lists={data.pages.flatMap((page) => page.data.lists)} />
              {answer.isFetchNextPageError ? problem : <LoadMore {...answer} />}
            </div>
          </Sheet>
        </>
      )}
    </>
  )
}

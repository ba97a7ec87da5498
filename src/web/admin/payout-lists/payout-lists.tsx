import { usePayoutLists } from '../../api/payout-lists.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { titled } from '../../seo.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import { PayoutsBlocked } from '../payout-block/notice.tsx'
import { NoUsdt, PayingAddress } from './from.tsx'
import { Lists } from './lists.tsx'
import { OnLists, ToMake } from './to-make.tsx'

export const meta = titled('USDT payouts')

/** What is to leave in USDT, and what has left: listed here, signed and sent elsewhere. */
export default function PayoutListsPage() {
  const { data, error, isFetching, isFetchNextPageError, refetch, ...more } = usePayoutLists()
  const first = data?.pages[0]?.data
  const problem = error && (
    <LoadProblem
      title={`Error loading the lists: ${failureText(error, 'Unknown error')}`}
      status={statusOf(error)}
      onRetry={isFetchNextPageError ? more.fetchNextPage : refetch}
      busy={isFetching}
    />
  )
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
              {isFetchNextPageError ? problem : <LoadMore {...more} />}
            </div>
          </Sheet>
        </>
      )}
    </>
  )
}

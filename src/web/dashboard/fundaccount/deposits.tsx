import { useDepositsInfiniteQuery } from '../../api/deposits.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, LoadProblem, Waiting } from '../../ui/states.tsx'

export function LatestDeposits() {
  return (
    <Sheet title="Latest deposits" narrow>
      <Deposits />
    </Sheet>
  )
}

function Deposits() {
  const { data, error, refetch, ...more } = useDepositsInfiniteQuery()
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading deposits: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
      />
    )
  if (!data) return <Waiting />
  const deposits = data.pages.flatMap((page) => page.data.deposits)
  if (deposits.length === 0)
    return (
      <Empty>
        Nothing has been paid in yet. Your deposits will appear here, with date and coin.
      </Empty>
    )
  return (
    <>
      <Explain
        lines={deposits.map(({ at, amount, asset }) => ({
          label: showDateTime(at),
          note: asset && `paid with ${asset}`,
          amount: usd(amount),
        }))}
      />
      <LoadMore {...more} />
    </>
  )
}

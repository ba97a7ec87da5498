import { useDepositsInfiniteQuery } from '../../api/deposits.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Explain } from '../../ui/explain.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'

export function LatestDeposits() {
  return (
    <Sheet title="Latest deposits" narrow>
      <Deposits />
    </Sheet>
  )
}

function Deposits() {
  const { data, ...answer } = useDepositsInfiniteQuery()
  if (!data) return <NotLoaded what="deposits" {...answer} />
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
      <LoadMore {...answer} />
    </>
  )
}

import { lazy, Suspense } from 'react'
import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { failureText, statusOf } from '../../api/failure.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Note, Waiting } from '../../ui/states.tsx'

/** In a file of its own: most firms take no bitcoin. */
const OwnBitcoin = lazy(() => import('./own-bitcoin.tsx').catch(() => ({ default: NotLoaded })))

function NotLoaded() {
  return (
    <Sheet title="Your Bitcoin address">
      <Note tone="bad">
        This part of the page could not be loaded. Check your connection and open the page again.
      </Note>
    </Sheet>
  )
}

/** Where the firm takes bitcoin: one's own address, and what has arrived there. */
export function Bitcoin() {
  const { data, error, refetch, isFetching } = useCoinDepositsQuery()
  if (error && !data)
    return (
      <LoadProblem
        title={`Error loading Bitcoin deposits: ${failureText(error, 'Unknown error')}`}
        status={statusOf(error)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  if (!data?.data.bitcoin) return null
  return (
    <Suspense fallback={<Waiting />}>
      <OwnBitcoin />
    </Suspense>
  )
}

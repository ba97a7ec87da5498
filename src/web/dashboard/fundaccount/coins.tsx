import { lazy, Suspense } from 'react'
import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note, Waiting } from '../../ui/states.tsx'

/** In a file of its own: most firms take no coins. */
const OwnCoins = lazy(() => import('./own-coins.tsx').catch(() => ({ default: NotLoaded })))

function NotLoaded() {
  return (
    <Sheet title="Your address for coins">
      <Note tone="bad">
        This part of the page could not be loaded. Check your connection and open the page again.
      </Note>
    </Sheet>
  )
}

/** Where the firm takes coins: one's own address of each, and what has arrived there. */
export function Coins() {
  const { data, ...answer } = useCoinDepositsQuery()
  if (answer.error && !data) return <LoadFailed what="deposits of coins" {...answer} />
  if (!data?.data.bitcoin && !data?.data.usdt) return null
  return (
    <Suspense fallback={<Waiting />}>
      <OwnCoins />
    </Suspense>
  )
}

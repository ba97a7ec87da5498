import { lazy, Suspense } from 'react'
import { atRest } from '../ui/at-rest.ts'
import { Sheet } from '../ui/sheet.tsx'
import { Waiting } from '../ui/states.tsx'

const HistoryChart = lazy(() => atRest().then(() => import('./chart-history.tsx')))
const TradingChart = lazy(() => atRest().then(() => import('./chart-trading.tsx')))

/** Where the charts stand. They come in files of their own and after the figures, so that home can be used before they have. */
export function HistoryPlace() {
  return <Suspense fallback={<Coming title="Balance and profit" />}><HistoryChart /></Suspense>
}

export function TradingPlace() {
  return <Suspense fallback={<Coming title="Trading chart" />}><TradingChart /></Suspense>
}

function Coming({ title }: { title: string }) {
  return <Sheet title={title}><Waiting rows={5} /></Sheet>
}

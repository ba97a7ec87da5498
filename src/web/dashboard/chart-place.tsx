import { lazy, Suspense } from 'react'
import { Sheet } from '../ui/sheet.tsx'
import { Waiting } from '../ui/states.tsx'

const HistoryChart = lazy(() => import('./chart-history.tsx'))

/** Where the chart stands. It comes in a file of its own, so that home can be used before it has. */
export function ChartPlace() {
  return (
    <Suspense fallback={<Sheet title="Balance and profit"><Waiting rows={5} /></Sheet>}>
      <HistoryChart />
    </Suspense>
  )
}

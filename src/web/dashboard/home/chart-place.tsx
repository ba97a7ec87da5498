import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { atRest } from '../../ui/at-rest.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { LoadProblem, Waiting } from '../../ui/states.tsx'
import { Later } from './later.tsx'
import styles from './home.module.css'

const HistoryChart = comingLater(() => import('./chart-history.tsx'))
const TradingChart = comingLater(() => import('./chart-trading.tsx'))

/** A chart that can't be had, even when the connection is there again, takes nothing else of the page with it. */
function comingLater(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() =>
    atRest()
      .then(load)
      .catch(() => connected().then(load))
      .catch(() => ({ default: Missing })),
  )
}

function connected(): Promise<void> {
  return new Promise((resolve) =>
    navigator.onLine
      ? setTimeout(resolve, 2000)
      : window.addEventListener('online', () => resolve(), { once: true }),
  )
}

/** Where the charts stand. They come in files of their own and after the figures, so that home can be used before they have. */
export function HistoryPlace() {
  return (
    <div className={styles.chart}>
      <Place title="Value over time" rows={5}>
        <HistoryChart />
      </Place>
    </div>
  )
}

export function TradingPlace() {
  return (
    <Place title="Trading chart" rows={0}>
      <TradingChart />
    </Place>
  )
}

function Place({ title, rows, children }: { title: string; rows: number; children: ReactNode }) {
  const coming = (
    <Sheet title={title}>
      <Waiting rows={rows} />
    </Sheet>
  )
  return (
    <Later instead={coming}>
      <Suspense fallback={coming}>{children}</Suspense>
    </Later>
  )
}

function Missing() {
  return (
    <Sheet>
      <LoadProblem title="This chart could not be loaded" onRetry={() => location.reload()} />
    </Sheet>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { SampleLabel } from '../../ui/sample-label.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ChartCandles } from './chart-candles.tsx'
import styles from '../../account/charts/chart.module.css'

const patienceMs = 5_000

type Shown = 'waiting' | 'widget' | 'samples'

/** The market's chart from outside, in a frame that can't reach this page; without it, one of our own with sample quotes. */
export default function TradingChart() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, show] = useState<Shown>('waiting')
  useEffect(() => {
    const decide = (what: Shown) => show((now) => (now === 'waiting' ? what : now))
    const timer = setTimeout(() => decide('samples'), patienceMs)
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (data === 'chart-loaded') decide('widget')
      if (data === 'chart-off') decide('samples')
    }
    window.addEventListener('message', hear)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
  }, [])
  if (shown === 'samples') return <Samples />
  return (
    <Sheet title="Trading chart">
      {shown === 'waiting' && (
        <p className="small" role="status">
          Loading...
        </p>
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        data-waiting={shown === 'waiting' || undefined}
        src="/chart-frame"
        title="Trading chart"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </Sheet>
  )
}

/** Folded: a share that doesn't exist is nobody's first concern. */
function Samples() {
  return (
    <Sheet>
      <details className={styles.folded}>
        <summary>
          <Icon name="down" />
          <h2>Trading chart</h2>
          <SampleLabel>Sample quotes</SampleLabel>
        </summary>
        <ChartCandles />
      </details>
    </Sheet>
  )
}

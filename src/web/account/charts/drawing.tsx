import { formatUsd, type Cents } from '../../../lib/money.ts'
import { down } from './scale.ts'
import styles from './chart.module.css'

/** Three lines with their amounts, at the right. */
export function ChartAxis({ top }: { top: Cents }) {
  return [0n, top / 2n, top].map((step) => (
    <g key={String(step)} aria-hidden="true">
      <line
        className={step === 0n ? styles.ground : styles.grid}
        x2="100%"
        y1={`${down(step, top)}%`}
        y2={`${down(step, top)}%`}
      />
      <text className={styles.tick} x="100%" dx="8" dy="4" y={`${down(step, top)}%`}>
        {formatUsd(step).slice(0, -3)}
      </text>
    </g>
  ))
}

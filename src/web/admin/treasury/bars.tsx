import type { ReactNode } from 'react'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import { scaleLinear } from '../../account/charts/d3.ts'
import styles from './treasury.module.css'

export type Bar = { label: string; cents: Cents; note?: ReactNode }

/** Amounts beside one another, the longest as long as there is room. Each bar carries its amount in words, so it needs no table. */
export function Bars({ bars, label }: { bars: Bar[]; label: string }) {
  const most = bars.reduce((largest, { cents }) => (cents > largest ? cents : largest), 1n)
  const width = scaleLinear([0, Number(most)], [0, 100])
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ label: name, cents, note }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="num">{formatUsd(cents)}</span>
          <svg className={styles.bar} aria-hidden="true">
            <rect width={`${width(Number(cents))}%`} height="100%" />
          </svg>
          {note && <span className="caption">{note}</span>}
        </li>
      ))}
    </ul>
  )
}

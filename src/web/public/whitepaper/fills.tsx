import { fillOf, type ShareFill } from '../../../contract/charts.ts'
import styles from './charts.module.css'

/** The hatchings of all charts on the page; colours come from the tokens. */
export function Hatchings() {
  return (
    <svg className="hide" width="0" height="0" aria-hidden="true">
      <pattern
        id="fill_slant"
        width="4.5"
        height="4.5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <path className={styles.slantLine} d="M0 2.25h4.5" />
      </pattern>
      <pattern id="fill_level" width="3.5" height="3.5" patternUnits="userSpaceOnUse">
        <path className={styles.levelLine} d="M0 1.75h3.5" />
      </pattern>
    </svg>
  )
}

export const fillClass: Record<ShareFill, string | undefined> = {
  edge: styles.edge,
  ink: styles.ink,
  'ink-3': styles.faded,
  slant: styles.slant,
  level: styles.level,
  clear: styles.clear,
}

/** The mark of a share beside its name. */
export function Swatch({ index }: { index: number }) {
  return (
    <svg className={styles.swatch} width="12" height="12" aria-hidden="true">
      <rect className={fillClass[fillOf(index)]} x="0.5" y="0.5" width="11" height="11" />
    </svg>
  )
}

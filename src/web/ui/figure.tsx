import { formatUsd, type Cents } from '../../lib/money.ts'
import styles from './figure.module.css'

type Size = 'small' | 'middle' | 'large'

/** A sum of money in the display face, its cents in a lighter ink. */
export function Figure({ cents, size = 'middle' }: { cents: Cents; size?: Size }) {
  const text = formatUsd(cents).replace('-', '\u2212')
  return (
    <span className={`${styles.figure} ${styles[size]}`}>
      {text.slice(0, -3)}
      <span className={styles.cents}>{text.slice(-3)}</span>
    </span>
  )
}

type OpeningFigureProps = {
  cents: Cents
  size?: Size
  open: boolean
  controls: string
  onToggle(): void
}

/** A balance: the double rule says that it opens into the lines it is made of. */
export function OpeningFigure({
  cents,
  size = 'large',
  open,
  controls,
  onToggle,
}: OpeningFigureProps) {
  return (
    <button
      type="button"
      className={styles.opening}
      onClick={onToggle}
      aria-expanded={open}
      aria-controls={controls}
      aria-label={`${formatUsd(cents)}, how is this made up?`}
    >
      <Figure cents={cents} size={size} />
    </button>
  )
}

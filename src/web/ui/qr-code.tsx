import encodeQR from 'qr'
import styles from './qr-code.module.css'

type QrCodeProps = {
  text: string
  /** What a screen reader says. */
  label: string
  /** Nobody may act on it: the hatching of what is not real lies around it, and these words stand below it. */
  notFor?: string | undefined
}

/** The margin of four cells that readers need around a code. */
const quiet = 4

/** A text as a code to be scanned: one path of dark cells on light, whatever the scheme. */
export function QrCode({ text, label, notFor }: QrCodeProps) {
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
  return (
    <div className={styles.code} data-not-real={notFor ? '' : undefined}>
      <svg
        viewBox={`0 0 ${cells.length} ${cells.length}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={pathOf(cells)} />
      </svg>
      {notFor && (
        <span className={styles.words} aria-hidden="true">
          {notFor}
        </span>
      )}
    </div>
  )
}

/** Each run of dark cells in a row is one bar. */
function pathOf(cells: boolean[][]): string {
  return cells
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const length = (end < 0 ? row.length : end) - x
        return [`M${x} ${y}h${length}v1h-${length}z`]
      }),
    )
    .join('')
}

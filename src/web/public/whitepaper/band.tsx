import styles from './band.module.css'

const wave = { length: 33, height: 28, swing: 14.4, strands: 6 }

/** One strand over a tile and half a wave beyond its ends, since it is shifted. */
function strand(shift: number, side: 1 | -1): string {
  const middle = wave.height / 2
  const quarter = wave.length / 4
  const turns = [-1, 0, 1].map((turn) => {
    const from = turn * wave.length + shift
    return `M${from} ${middle}q${quarter} ${-side * wave.swing} ${2 * quarter} 0t${2 * quarter} 0`
  })
  return turns.join('')
}

/** Fine waves laid over one another between two rules, as on a bond. */
export function Band() {
  const shifts = Array.from(
    { length: wave.strands },
    (_, index) => (index * wave.length) / wave.strands,
  )
  return (
    <svg className={styles.band} width="100%" height={wave.height} aria-hidden="true">
      <pattern
        id="band_waves"
        width={wave.length}
        height={wave.height}
        patternUnits="userSpaceOnUse"
      >
        <path d={shifts.map((shift) => strand(shift, 1) + strand(shift, -1)).join('')} />
      </pattern>
      <rect width="100%" height={wave.height} fill="url(#band_waves)" />
    </svg>
  )
}

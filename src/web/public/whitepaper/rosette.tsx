import styles from './rosette.module.css'

/** A wavy ring: its radius swings this many times on the way round. */
type Ring = {
  id: string
  radius: number
  swing: number
  waves: number
  points: number
  turns: number
}

const rings: Ring[] = [
  { id: 'ring_outer', radius: 78, swing: 20, waves: 9, points: 126, turns: 8 },
  { id: 'ring_inner', radius: 40, swing: 15, waves: 7, points: 98, turns: 6 },
]

const tenth = (value: number) => Math.round(10 * value) / 10

function outline({ radius, swing, waves, points }: Ring): string {
  const places = Array.from({ length: points }, (_, index) => {
    const angle = (2 * Math.PI * index) / points
    const distance = radius + swing * Math.sin(waves * angle)
    return `${tenth(distance * Math.cos(angle))} ${tenth(distance * Math.sin(angle))}`
  })
  return `M${places.join('L')}Z`
}

/** An engraver's rosette: each ring is turned a few times over itself. It says nothing. */
export function Rosette() {
  return (
    <svg className={styles.rosette} viewBox="-108 -108 216 216" aria-hidden="true">
      {rings.map((ring) => (
        <g key={ring.id} className={styles.wave}>
          <path id={ring.id} d={outline(ring)} />
          {Array.from({ length: ring.turns - 1 }, (_, turn) => (
            <use
              key={turn}
              href={`#${ring.id}`}
              transform={`rotate(${tenth((360 / ring.waves / ring.turns) * (turn + 1))})`}
            />
          ))}
        </g>
      ))}
      <circle className={styles.rim} r="104" />
      <circle className={styles.hair} r="100" />
      <circle className={styles.hair} r="21" />
    </svg>
  )
}

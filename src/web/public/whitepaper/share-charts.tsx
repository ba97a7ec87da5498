import {
  chartInWords,
  fillOf,
  labelled,
  panes,
  spans,
  type ShareChart,
} from '../../../contract/charts.ts'
import styles from './charts.module.css'
import { fillClass } from './fills.tsx'

const paneHeight = 34
const windowHeight = 5 * paneHeight
const labelRoom = 22

/** A hundred panes, one for each percent, five high: filled column by column. */
export function WindowChart({ chart }: { chart: ShareChart }) {
  const hasRoom = labelled(chart)
  return (
    <svg
      className={styles.window}
      width="100%"
      height={windowHeight + labelRoom}
      role="img"
      aria-label={chartInWords(chart)}
    >
      {panes(chart).map((share, pane) => (
        <rect
          key={pane}
          className={fillClass[fillOf(share)]}
          data-share={share}
          x={`${pane - (pane % 5)}%`}
          y={(pane % 5) * paneHeight}
          width="5%"
          height={paneHeight}
        />
      ))}
      {spans(chart).map(
        ({ from, to }, index) =>
          hasRoom[index] && (
            <text
              key={from}
              className={styles.tick}
              x={`${from - (from % 5)}%`}
              y={windowHeight + 16}
            >
              {to - from}%
            </text>
          ),
      )}
      {Array.from({ length: 19 }, (_, bar) => (
        <line
          key={bar}
          className={styles.bar}
          x1={`${5 * (bar + 1)}%`}
          x2={`${5 * (bar + 1)}%`}
          y2={windowHeight}
        />
      ))}
      {Array.from({ length: 4 }, (_, bar) => (
        <line
          key={bar}
          className={styles.bar}
          x2="100%"
          y1={paneHeight * (bar + 1)}
          y2={paneHeight * (bar + 1)}
        />
      ))}
      <rect className={styles.frame} width="100%" height={windowHeight} />
    </svg>
  )
}

const ring = { size: 256, radius: 72, width: 36 }

/**
 * A circle of a hundred parts: each share is a dash of it. A circle begins at three o'clock, hence the quarter. Drawn at
 * one size, so that its labels stay as they are.
 */
export function RingChart({ chart }: { chart: ShareChart }) {
  const middle = ring.size / 2
  const labelAt = (percent: number) => {
    const angle = (percent / 50 - 0.5) * Math.PI
    const distance = ring.radius + ring.width / 2 + 18
    return {
      x: Math.round(middle + distance * Math.cos(angle)),
      y: Math.round(middle + distance * Math.sin(angle)) + 4,
    }
  }
  return (
    <svg
      className={styles.ring}
      width={ring.size}
      height={ring.size}
      role="img"
      aria-label={chartInWords(chart)}
    >
      {spans(chart).map(({ from, to }, index) => (
        <circle
          key={from}
          className={fillClass[fillOf(index)]}
          data-share={index}
          cx={middle}
          cy={middle}
          r={ring.radius}
          strokeWidth={ring.width}
          pathLength="100"
          strokeDasharray={`${to - from} ${100 - to + from}`}
          strokeDashoffset={25 - from}
        />
      ))}
      {spans(chart).map(({ from }) => (
        <line
          key={from}
          className={styles.cut}
          x1={middle}
          x2={middle}
          y1={middle - ring.radius - ring.width / 2}
          y2={middle - ring.radius + ring.width / 2}
          transform={`rotate(${(360 * from) / 100} ${middle} ${middle})`}
        />
      ))}
      {[ring.radius - ring.width / 2, ring.radius + ring.width / 2].map((radius) => (
        <circle key={radius} className={styles.rim} cx={middle} cy={middle} r={radius} />
      ))}
      <circle
        className={styles.hair}
        cx={middle}
        cy={middle}
        r={ring.radius + ring.width / 2 + 4}
      />
      <circle
        className={styles.hair}
        cx={middle}
        cy={middle}
        r={ring.radius - ring.width / 2 - 4}
      />
      {spans(chart).map(({ from, to }) => (
        <text key={from} className={styles.tick} textAnchor="middle" {...labelAt((from + to) / 2)}>
          {to - from}%
        </text>
      ))}
      <text className={styles.whole} textAnchor="middle" x={middle} y={middle + 9}>
        100%
      </text>
    </svg>
  )
}

import {
  axisSteps,
  projectionSeries,
  type ProjectionChart as Chart,
  type ProjectionSeries,
} from '../../../contract/charts.ts'
import styles from './charts.module.css'
import { fillClass } from './fills.tsx'

const plot = { height: 176, head: 22, foot: 24 }

/** One panel for each unit, since dollars and people share no axis. */
export function ProjectionChart({ chart }: { chart: Chart }) {
  return (
    <div className={styles.panels}>
      {projectionSeries.map((series) => (
        <Panel key={series.name} chart={chart} series={series} />
      ))}
    </div>
  )
}

/** Places across are percents and heights are pixels, so that text has its size at every width. */
function Panel({ chart, series }: { chart: Chart; series: ProjectionSeries }) {
  const values = chart.years.map(series.of)
  const [middle, top] = axisSteps(values)
  const foot = plot.head + plot.height
  const heightOf = (value: number) => (value / top) * plot.height
  const slot = 100 / values.length
  const said = chart.years.map((year) => `${year.year} ${series.say(series.of(year))}`).join(', ')
  return (
    <div className={styles.panel}>
      <p className="label" aria-hidden="true">
        {series.name}
      </p>
      <svg
        className={styles.columns}
        width="100%"
        height={foot + plot.foot}
        role="img"
        aria-label={`${chart.title}, ${series.name.toLowerCase()}: ${said}`}
      >
        {[0, middle, top].map((step) => (
          <g key={step}>
            <line
              className={step === 0 ? styles.ground : styles.grid}
              x2="100%"
              y1={foot - heightOf(step)}
              y2={foot - heightOf(step)}
            />
            <text className={styles.tick} x="100%" dx="8" y={foot - heightOf(step) + 4}>
              {series.say(step)}
            </text>
          </g>
        ))}
        {values.map((value, index) => (
          <g key={chart.years[index]!.year}>
            <rect
              className={fillClass[series.fill]}
              data-value={value}
              x={`${slot * (index + 0.28)}%`}
              y={foot - heightOf(value)}
              width={`${slot * 0.44}%`}
              height={heightOf(value)}
            />
            <text
              className={styles.value}
              textAnchor="middle"
              x={`${slot * (index + 0.5)}%`}
              y={foot - heightOf(value) - 7}
            >
              {series.say(value)}
            </text>
            <text
              className={styles.tick}
              textAnchor="middle"
              x={`${slot * (index + 0.5)}%`}
              y={foot + 17}
            >
              {chart.years[index]!.year}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

import { chartTable } from '../../../contract/charts.ts'
import type { WhitepaperChart } from '../../../contract/site.ts'
import styles from './charts.module.css'
import { Swatch } from './fills.tsx'
import { ProjectionChart } from './projection-chart.tsx'
import { RingChart, WindowChart } from './share-charts.tsx'

/** A picture, what it is, and its table. */
export function Chart({ chart }: { chart: WhitepaperChart }) {
  return (
    <figure
      className={styles.chart}
      data-drawn={chart.kind === 'shares' ? chart.drawn : chart.kind}
    >
      <h3>{chart.title}</h3>
      <div className={styles.body}>
        <div className={styles.picture}>
          <Picture chart={chart} />
        </div>
        <ChartTable chart={chart} />
      </div>
      <figcaption className="caption">{chart.caption}</figcaption>
    </figure>
  )
}

function Picture({ chart }: { chart: WhitepaperChart }) {
  if (chart.kind === 'projection') return <ProjectionChart chart={chart} />
  return chart.drawn === 'window' ? <WindowChart chart={chart} /> : <RingChart chart={chart} />
}

function ChartTable({ chart }: { chart: WhitepaperChart }) {
  const { head, rows } = chartTable(chart)
  const isShares = chart.kind === 'shares'
  const isAmount = (column: number) => (isShares ? column === 1 : column > 0)
  return (
    <table className={styles.table} aria-label={chart.title}>
      <thead>
        <tr>
          {head.map((cell, column) => (
            <th key={cell} scope="col" data-kind={isAmount(column) ? 'amount' : undefined}>
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={name}>
            <th scope="row">
              {isShares ? (
                <span className={styles.share}>
                  <Swatch index={row} />
                  {name}
                </span>
              ) : (
                name
              )}
            </th>
            {cells.map((cell, column) => (
              <td key={head[column + 1]} data-kind={isAmount(column + 1) ? 'amount' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { Link, useNavigate } from 'react-router'
import { formatUsd } from '../../../lib/money.ts'
import { ChartReader, ReadFigure, useReading } from '../../account/charts/reader.tsx'
import { amountScale, timeScale, type Place } from '../../account/charts/scale.ts'
import { showDate } from '../../ui/dates.ts'
import { ValueDrawing, type Scales } from './chart-drawing.tsx'
import { entryPath, parts, type ValuePoint } from './chart-value.ts'
import styles from '../../account/charts/chart.module.css'

const dateOf = ({ at }: ValuePoint) => showDate(new Date(at).toISOString())

/** The picture, its points one by one, and what they are in figures: the latest, until somebody reads another. */
export function ValueFigure({ points }: { points: ValuePoint[] }) {
  const reading = useReading(points.length)
  const navigate = useNavigate()
  const [first, last] = [points[0]!, points.at(-1)!]
  const scales: Scales = {
    amounts: amountScale(points.map(({ total }) => total)),
    times: timeScale(first.at, last.at),
  }
  const places = points.map(({ at, total }) => ({
    x: scales.times.across(at),
    y: scales.amounts.down(total),
  }))
  const read = points[reading.at ?? points.length - 1]!
  return (
    <ReadFigure reading={reading}>
      <div className={styles.plot}>
        <ChartReader
          label="Value over time, point by point"
          places={places.map(({ x }) => x)}
          reading={reading}
          says={(at) => wordsOf(points[at]!)}
          onOpen={(at) => points[at]!.entry && void navigate(entryPath(points[at]!))}
          marks={<Entries points={points} places={places} at={reading.at} />}
        >
          <ValueDrawing
            points={points}
            scales={scales}
            said={summaryOf(first, last)}
            at={reading.at === null ? null : places[reading.at]!}
          />
        </ChartReader>
      </div>
      <p className={`caption ${styles.ends}`} aria-hidden="true">
        {scales.times.ends.map((end, n) => (
          <span key={n}>{end}</span>
        ))}
      </p>
      <Figures
        point={read}
        isLast={read === last}
        shown={parts.filter(({ amount }) => points.some((point) => amount(point) !== 0n))}
      />
    </ReadFigure>
  )
}

const summaryOf = (first: ValuePoint, last: ValuePoint) =>
  `From ${dateOf(first)} to ${dateOf(last)}: the balance went from ${formatUsd(first.balance)} to ${formatUsd(last.balance)}, the total value from ${formatUsd(first.total)} to ${formatUsd(last.total)}; ${formatUsd(last.accrued)} has accrued and is not paid yet`

const wordsOf = (point: ValuePoint) =>
  `${dateOf(point)}: total value ${formatUsd(point.total)}, ${parts
    .map(({ label, amount }) => `${label.toLowerCase()} ${formatUsd(amount(point))}`)
    .join(', ')}, accrued ${formatUsd(point.accrued)}`

/** Where money moved one can press; a square is drawn at the one that is read. The tab key has one stop for all of them: there the arrows lead from one to the next. */
function Entries({
  points,
  places,
  at,
}: {
  points: ValuePoint[]
  places: Place[]
  at: number | null
}) {
  return points.map(
    (point, index) =>
      point.entry && (
        <Link
          key={point.entry}
          className={styles.entry}
          data-read={index === at || undefined}
          style={{ left: `${places[index]!.x}%`, top: `${places[index]!.y}%` }}
          to={entryPath(point)}
          tabIndex={-1}
          aria-label={`Open ${wordsOf(point)}`}
        />
      ),
  )
}

type FiguresProps = {
  point: ValuePoint
  isLast: boolean
  /** Those that are ever something. */
  shown: typeof parts
}

/** One point in figures, which are the legend of the picture too. */
function Figures({ point, isLast, shown }: FiguresProps) {
  return (
    <figcaption className={`caption ${styles.reading}`}>
      <p>
        <span data-reading="">{isLast ? 'Now' : dateOf(point)}</span>
        {point.entry && <Link to={entryPath(point)}>Open in the activity</Link>}
      </p>
      <dl>
        <div data-line="total">
          <dt>Total value</dt>
          <dd>{formatUsd(point.total)}</dd>
        </div>
        {shown.map(({ label, amount, isDrawn }) => (
          <div key={label} data-area={isDrawn || undefined}>
            <dt>{label}</dt>
            <dd>{formatUsd(amount(point))}</dd>
          </div>
        ))}
      </dl>
    </figcaption>
  )
}

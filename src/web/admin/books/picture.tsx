import { useId } from 'react'
import type { Picture } from '../../../contract/book-reports.ts'
import { formatUsd, type Cents } from '../../../lib/money.ts'
import chart from '../../account/charts/chart.module.css'
import { scaleLinear } from '../../account/charts/d3.ts'
import { ChartAxis, Crosshair } from '../../account/charts/drawing.tsx'
import { ChartReader, ReadFigure, useReading } from '../../account/charts/reader.tsx'
import { amountScale, type AmountScale } from '../../account/charts/scale.ts'
import styles from './books.module.css'

type Group = Picture['groups'][number]

/** Two amounts of each group: the first solid, the second hatched. The tables of the page say the same. */
export function PairPicture({ picture }: { picture: Picture }) {
  const hatch = useId()
  return (
    <>
      <svg className={styles.patterns} aria-hidden="true">
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse">
          <path d="M-1,6 L6,-1" className={styles.stroke} />
        </pattern>
      </svg>
      {picture.along === 'time' ? (
        <Columns picture={picture} hatch={`url(#${hatch})`} />
      ) : (
        <Bars picture={picture} hatch={`url(#${hatch})`} />
      )}
    </>
  )
}

type Drawn = { picture: Picture; hatch: string }

function Legend({ series }: Pick<Picture, 'series'>) {
  return (
    <p className={`caption ${styles.legend}`}>
      {series.map((name, at) => (
        <span key={name} data-series={at}>
          {name}
        </span>
      ))}
    </p>
  )
}

const sizeOf = (cents: Cents) => (cents < 0n ? -cents : cents)

/** Names with their amounts, each with two bars as long as the amounts are large. */
function Bars({ picture: { title, series, groups }, hatch }: Drawn) {
  const largest = groups
    .flatMap(({ values }) => values.map(sizeOf))
    .reduce((most, cents) => (cents > most ? cents : most), 1n)
  const width = scaleLinear([0, Number(largest)], [0, 100])
  return (
    <figure>
      <figcaption>
        <Legend series={series} />
      </figcaption>
      <ul className={styles.bars} aria-label={title}>
        {groups.map(({ name, values }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="num">{formatUsd(values[0])}</span>
            <span className={`num caption ${styles.second}`}>{formatUsd(values[1])}</span>
            {values.some((cents) => cents !== 0n) && (
              <svg className={styles.bar} aria-hidden="true">
                <rect
                  className={styles.solid}
                  width={`${width(Number(sizeOf(values[0])))}%`}
                  height="45%"
                />
                <rect
                  className={styles.hatched}
                  fill={hatch}
                  y="55%"
                  width={`${width(Number(sizeOf(values[1])))}%`}
                  height="45%"
                />
              </svg>
            )}
          </li>
        ))}
      </ul>
    </figure>
  )
}

const wordsOf = ({ name, values }: Group, series: Picture['series']) =>
  `${name}: ${series.map((one, at) => `${one} ${formatUsd(values[at]!)}`).join(', ')}`

/** Columns along time, read one by one with the pointer, a finger or the arrows. */
function Columns({ picture: { title, series, groups }, hatch }: Drawn) {
  const amounts = groups.flatMap(({ values }) => values)
  const lowest = amounts.reduce((least, cents) => (cents < least ? cents : least), 0n)
  const scale = amountScale(amounts, lowest)
  const across = scaleLinear([0, groups.length], [0, 100])
  const places = groups.map((_, at) => across(at + 0.5))
  const reading = useReading(groups.length)
  const now = reading.at ?? groups.length - 1
  const [first, last] = [groups[0]!, groups.at(-1)!]
  return (
    <ReadFigure reading={reading}>
      <div className={chart.plot}>
        <ChartReader
          label={title}
          places={places}
          reading={reading}
          says={(at) => wordsOf(groups[at]!, series)}
        >
          <svg
            className={chart.picture}
            role="img"
            aria-label={`${title}: ${groups.length} columns, from ${first.name} to ${last.name}`}
          >
            <ChartAxis scale={scale} />
            {groups.map((group, at) => (
              <Pair
                key={group.name}
                values={group.values}
                left={across(at)}
                slot={across(1)}
                down={scale.down}
                hatch={hatch}
              />
            ))}
            {reading.at !== null && (
              <Crosshair at={{ x: places[now]!, y: scale.down(groups[now]!.values[0]) }} />
            )}
          </svg>
        </ChartReader>
      </div>
      <p className={`caption ${chart.ends}`} aria-hidden="true">
        <span>{first.name}</span>
        <span>{first === last ? '' : last.name}</span>
      </p>
      <figcaption className={styles.said}>
        <Legend series={series} />
        <p className="small">{wordsOf(groups[now]!, series)}</p>
      </figcaption>
    </ReadFigure>
  )
}

function Pair({
  values,
  left,
  slot,
  down,
  hatch,
}: {
  values: Group['values']
  left: number
  slot: number
  down: AmountScale['down']
  hatch: string
}) {
  const zero = down(0n)
  return values.map((cents, at) => {
    const end = down(cents)
    return (
      <rect
        // The two of a group are told apart by their place alone.
        key={at === 0 ? 'first' : 'second'}
        className={at === 0 ? styles.solid : styles.hatched}
        fill={at === 0 ? undefined : hatch}
        x={`${left + slot * (0.12 + 0.4 * at)}%`}
        width={`${slot * 0.36}%`}
        y={`${Math.min(zero, end)}%`}
        height={`${Math.abs(zero - end)}%`}
      />
    )
  })
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ExplainedLine, FigureName } from '../../../contract/explain.ts'
import type { Cents } from '../../../lib/money.ts'
import { useExplanationQuery } from '../../api/explain.ts'
import { useMeQuery, useUserQuery } from '../../api/identity.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { centsOf, plainAmount } from '../../ui/amount.ts'
import { showDate } from '../../ui/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './lines.module.css'
import { useWhose } from '../whose.ts'

/** How a figure is made up. `cents` is the figure as it stands above: when it isn't the sum of the lines, that is said, and both are refetched. */
export function ExplainLines({ figure, cents }: { figure: FigureName; cents: Cents }) {
  const { userId } = useWhose()
  const { data, ...answer } = useExplanationQuery({ figure, userId })
  const differs = data !== undefined && centsOf(data.data.explanation.sum) !== cents
  const asking = useAskingAnew(differs, answer.isFetching, answer.refetch)
  if (!data) return <NotLoaded what="the explanation" rows={2} {...answer} />
  const { lines, sum } = data.data.explanation
  return (
    <>
      {differs && (
        <Note>
          Something has changed since the figure above was read.{' '}
          {asking ? 'Both are being reloaded.' : 'The lines below are newer.'}
        </Note>
      )}
      <ul className={styles.lines}>
        {lines.length === 0 && (
          <li className={styles.line}>
            <span>No movements yet</span>
            <span>0.00</span>
          </li>
        )}
        {lines.map((line) => (
          <li key={line.label}>
            <Line line={line} />
          </li>
        ))}
        <li className={`${styles.line} ${styles.sum}`}>
          <span>Total</span>
          <span>{plainAmount(centsOf(sum))}</span>
        </li>
      </ul>
    </>
  )
}

const timesAtMost = 3

/** Refetches figure and explanation while they differ; gives up after a few tries, so that a fault doesn't loop for ever. */
function useAskingAnew(differs: boolean, explaining: boolean, explainAnew: () => unknown): boolean {
  const { userId } = useWhose()
  const mine = useMeQuery(undefined, { skip: userId !== null })
  const theirs = useUserQuery(userId ?? '', { skip: userId === null })
  const { isFetching, refetch } = userId === null ? mine : theirs
  const times = useRef(0)
  const busy = explaining || isFetching
  useEffect(() => {
    if (!differs) times.current = 0
    if (!differs || busy || times.current >= timesAtMost) return
    times.current += 1
    explainAnew()
    void refetch()
  }, [differs, busy, explainAnew, refetch])
  return busy
}

function Line({ line: { label, amount, entries, earlier } }: { line: ExplainedLine }) {
  const { activityPath } = useWhose()
  return (
    <details>
      <summary className={styles.line}>
        <span>
          <Icon name="down" />
          {label}
        </span>
        <span>{plainAmount(centsOf(amount))}</span>
      </summary>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              <time dateTime={entry.at}>{showDate(entry.at)}</time> {entry.title}
              {entry.note && <span className="caption"> {entry.note}</span>}
            </span>
            <span>{plainAmount(centsOf(entry.amount))}</span>
          </li>
        ))}
        {earlier.count > 0 && (
          <li>
            <span>
              <Link to={activityPath}>
                {earlier.count} earlier {earlier.count === 1 ? 'entry' : 'entries'}
              </Link>
            </span>
            <span>{plainAmount(centsOf(earlier.amount))}</span>
          </li>
        )}
      </ul>
    </details>
  )
}

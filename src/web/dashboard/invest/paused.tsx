import { Link } from 'react-router'
import type { Appropriateness } from '../../../contract/appropriateness.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Note } from '../../ui/states.tsx'
import styles from './questions.module.css'

type PausedProps = {
  appropriateness: Appropriateness
  /** It comes of what was answered just now, and is what has to be read next. */
  isNew?: boolean
}

const leadThere = (place: HTMLElement | null): void => place?.focus()

/** Why plans aren't for this person now, when they can answer again, and that their money is theirs meanwhile. */
export function Paused({ appropriateness, isNew = false }: PausedProps) {
  const { state, pausedUntil, why } = appropriateness
  if (state === 'again')
    return (
      <Note>
        You can answer the questions before investing again: they follow when you press Review.
      </Note>
    )
  if (state !== 'paused' || pausedUntil === null) return null
  return (
    <Note tone="bad">
      <div className={styles.why} tabIndex={-1} ref={isNew ? leadThere : undefined}>
        <p>
          <strong>Based on your answers, plans aren’t suitable for you right now.</strong>
        </p>
        {why.length > 0 && (
          <ul>
            {why.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <p>
          You can answer again from {showDateTime(pausedUntil)} on. Your money stays in your
          balance, and you can <Link to="/dashboard/transfer">withdraw it</Link> at any time;
          nothing is charged.
        </p>
      </div>
    </Note>
  )
}

import { memo } from 'react'
import { Link } from 'react-router'
import type { ActivityItem } from '../../../contract/activity.ts'
import { wordFor } from '../../../contract/field-words.ts'
import { neverPays } from '../../../contract/message.ts'
import { centsOf, plainAmount } from '../../ui/amount.ts'
import { showDate, showDateTime } from '../../ui/dates.ts'
import styles from './list.module.css'
import { useWhose } from '../whose.ts'
import { titleOf, whoOf } from './words.ts'

/** Words of staff's own, under the line of rule 8. */
const withNeverPays: ReadonlySet<string> = new Set(['message-received', 'announcement-received'])

type ActivityEntryProps = { item: ActivityItem; whole?: boolean; titleId?: string }

/**
 * What happened, by whom, why, and how much. `whole` adds the time of day, the balance, and what was changed.
 * An entry never changes, so while a long list scrolls only those that come into sight are drawn.
 */
export const ActivityEntry = memo(function ActivityEntry({
  item,
  whole = false,
  titleId,
}: ActivityEntryProps) {
  const { self } = useWhose()
  return (
    <>
      <time className={styles.when} dateTime={item.at}>
        {whole ? showDateTime(item.at) : showDate(item.at)}
      </time>
      <div>
        <p id={titleId}>
          <Title item={item} />
        </p>
        <p className="caption">
          {whoOf(item, self)}
          {item.reason && `: “${item.reason}”`}
        </p>
        {whole && <Details item={item} />}
        {withNeverPays.has(item.kind) && <p className="caption">{neverPays}</p>}
      </div>
      <p className={styles.amount}>
        {item.amount !== null && plainAmount(centsOf(item.amount))}
        {whole && item.balanceAfter !== null && (
          <span className="caption">balance {plainAmount(centsOf(item.balanceAfter))}</span>
        )}
      </p>
    </>
  )
})

/** It leads to what it is about. */
function Title({ item }: { item: ActivityItem }) {
  const { pathOf } = useWhose()
  const path = pathOf(item)
  return path ? <Link to={path}>{titleOf(item)}</Link> : titleOf(item)
}

function Details({ item }: { item: ActivityItem }) {
  // The amount stands at the right already, and the plan in the title.
  const facts = Object.entries(item.details).filter(
    ([name]) => name !== 'plan' && (name !== 'amount' || item.amount === null),
  )
  if (facts.length === 0 && item.changes.length === 0) return null
  return (
    <ul className={styles.details}>
      {item.changes.map((change) => (
        <li key={change.field}>
          {wordFor(change.field)}: <del>{change.from ?? 'empty'}</del>{' '}
          <span aria-hidden="true">→</span> <ins>{change.to ?? 'empty'}</ins>
        </li>
      ))}
      {facts.map(([name, value]) => (
        <li key={name}>
          {wordFor(name)}: {value}
        </li>
      ))}
    </ul>
  )
}

import type { ActivityItem } from '../../../contract/activity.ts'
import { ActivityEntry } from './item.tsx'
import styles from './list.module.css'

/** A few entries in short; what staff did stands out. The whole list is `feed.tsx`. */
export function ActivityList({ items }: { items: ActivityItem[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id} className={styles.entry} data-by={item.by}>
          <ActivityEntry item={item} />
        </li>
      ))}
    </ul>
  )
}

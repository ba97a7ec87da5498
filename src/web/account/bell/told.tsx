import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '../../../contract/notifications.ts'
import { amountOf, titleOf, whoOf } from '../activity/words.ts'
import { useWhose } from '../whose.ts'
import { useMarkNotificationsMutation, useNotificationsQuery } from '../../api/notifications.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Empty } from '../../ui/states.tsx'
import styles from './bell.module.css'

/** What is in the bell. `onClose` when it leads somewhere else. */
export function Told({ titleId, onClose }: { titleId: string; onClose(): void }) {
  return (
    <>
      <h2 className={styles.title} id={titleId}>
        Notifications
      </h2>
      <Latest onClose={onClose} />
      <p className={styles.ways}>
        <Link to="/dashboard/activity" onClick={onClose}>
          All activity
        </Link>
        <Link to="/dashboard/settings" onClick={onClose}>
          Choose your notifications
        </Link>
      </p>
    </>
  )
}

function Latest({ onClose }: { onClose(): void }) {
  const { data, ...answer } = useNotificationsQuery()
  if (!data) return <NotLoaded what="notifications" {...answer} />
  const { notifications, newCount } = data.data
  if (notifications.length === 0)
    return (
      <Empty>
        Nothing yet. You’ll see here what others do in your account: incoming money, decisions on
        your requests, maturing investments.
      </Empty>
    )
  return <List items={notifications} newCount={newCount} onClose={onClose} />
}

type ListProps = { items: Notification[]; newCount: number; onClose(): void }

/** What was new when it was opened stays marked until it is closed. */
function List({ items, newCount, onClose }: ListProps) {
  const [mark] = useMarkNotificationsMutation()
  const [opened] = useState({ newest: items[0]!.version, items, newCount })
  useEffect(() => {
    if (opened.newCount > 0) void mark({ upTo: opened.newest })
  }, [opened, mark])
  const wasNew = new Set(opened.items.filter(({ isNew }) => isNew).map(({ version }) => version))
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.version} data-new={item.isNew || wasNew.has(item.version) || undefined}>
          <Entry item={item} isNew={item.isNew || wasNew.has(item.version)} onClose={onClose} />
        </li>
      ))}
    </ul>
  )
}

type EntryProps = { item: Notification; isNew: boolean; onClose(): void }

/** It leads to the request or the investment, else to its kind in the activity. */
function Entry({ item, isNew, onClose }: EntryProps) {
  const { self, pathOf, activityPath } = useWhose()
  const path = pathOf(item) ?? `${activityPath}?kind=${item.kind}`
  return (
    <>
      <p>
        <Link to={path} onClick={onClose}>
          {titleOf(item)}
        </Link>
        {isNew && <span className={styles.new}>New</span>}
      </p>
      <p className={styles.amount}>{amountOf(item)}</p>
      <p className="caption">
        {whoOf(item, self)}
        {item.reason && `: “${item.reason}”`},{' '}
        <time dateTime={item.at}>{showDateTime(item.at)}</time>
      </p>
    </>
  )
}

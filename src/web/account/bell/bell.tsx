import { Popover } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { maxCounted, type Notification } from '../../../contract/notifications.ts'
import { useNotificationsQuery } from '../../api/notifications.ts'
import { Icon } from '../../ui/icon.tsx'
import { forgetNews, toastNews } from '../../ui/toast.tsx'
import styles from './bell.module.css'
import { newsOf } from './news.ts'
import { Told } from './told.tsx'

const countOf = (count: number) => (count >= maxCounted ? `${maxCounted - 1}+` : String(count))

/** Says how much is new, and opens to what it is. Opening marks it as read; a page alone never does. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const { data } = useNotificationsQuery()
  const count = data?.data.newCount ?? 0
  useNews(data?.data.notifications, open)
  const name = count === 0 ? 'Notifications' : `Notifications, ${countOf(count)} new`
  return (
    <div className={styles.bell}>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        floatingStrategy="fixed"
        withinPortal={false}
        width={416}
        trapFocus
        returnFocus
        classNames={{ dropdown: styles.dropdown! }}
      >
        <Popover.Target>
          <button
            type="button"
            className={styles.open}
            onClick={() => setOpen(!open)}
            aria-label={name}
          >
            <Icon name="bell" />
            {count > 0 && <span className={styles.count}>{countOf(count)}</span>}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={titleId}>
          <Told titleId={titleId} onClose={() => setOpen(false)} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** Says what others do from the first look on, unless the list shows it already. */
function useNews(told: readonly Notification[] | undefined, isListed: boolean): void {
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (!told) return
    const news = known.current === null || isListed ? null : newsOf(told, known.current)
    known.current = Math.max(known.current ?? 0, told[0]?.version ?? 0)
    if (news !== null) toastNews(news)
  }, [told, isListed])
  useEffect(() => forgetNews, [])
}

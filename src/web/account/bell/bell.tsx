import { Popover } from '@mantine/core'
import { useId, useState } from 'react'
import { maxCounted } from '../../../contract/notifications.ts'
import { useNotificationsQuery } from '../../api/notifications.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './bell.module.css'
import { Told } from './told.tsx'

const countOf = (count: number) => (count >= maxCounted ? `${maxCounted - 1}+` : String(count))

/** Says how much is new, and opens to what it is. Opening marks it as read; a page alone never does. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const { data } = useNotificationsQuery()
  const count = data?.data.newCount ?? 0
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

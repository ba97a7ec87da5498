import { useEffect, useRef } from 'react'
import { maxCounted, type Notification } from '../../../contract/notifications.ts'
import { useNotificationsQuery } from '../../api/notifications.ts'
import { useLate } from '../../ui/late.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { forgetNews, toastNews } from '../../ui/toast.tsx'
import styles from './bell.module.css'
import { newsOf } from './news.ts'
import { BellSign } from './sign.tsx'

const countOf = (count: number) => (count >= maxCounted ? `${maxCounted - 1}+` : String(count))

/** Says how much is new, and opens to what it is. Opening marks it as read; a page alone never does. */
export function Bell() {
  const button = useRef<HTMLButtonElement>(null)
  const { Part: Panel, ...panel } = useLate(() => import('./panel.tsx'), 'The notifications')
  const { data } = useNotificationsQuery()
  const count = data?.data.newCount ?? 0
  useNews(data?.data.notifications, panel.isOpen)
  const name = count === 0 ? 'Notifications' : `Notifications, ${countOf(count)} new`
  return (
    <div className={styles.bell}>
      <button
        ref={button}
        type="button"
        className={styles.open}
        onPointerEnter={panel.prepare}
        onFocus={panel.prepare}
        onClick={panel.isOpen ? panel.close : panel.open}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
      >
        <BellSign count={count === 0 ? null : countOf(count)} />
      </button>
      <ProgressLine on={panel.isWaiting}>Loading the notifications...</ProgressLine>
      {Panel && <Panel open={panel.isOpen} onClose={panel.close} button={button} />}
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

import { Notifications, notifications, type NotificationData } from '@mantine/notifications'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

/** Where toasts appear: 320 px wide, above everything, closing after five seconds unless pointed at. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={5000} containerWidth={320} zIndex={9999} transitionDuration={200} className={styles.toasts} />
}

export function toastGood(message: string): void {
  show(message, 'good')
}

export function toastBad(message: string): void {
  show(message, 'bad')
}

function show(message: string, state: 'good' | 'bad'): void {
  const toast: NotificationData & { 'data-state': string } = {
    message,
    icon: <Icon name={state === 'good' ? 'check' : 'warn'} />,
    role: state === 'good' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Close this message' },
    'data-state': state,
  }
  notifications.show(toast)
}

import { Notifications, notifications, type NotificationData } from '@mantine/notifications'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

const closesAfterMs = 5000

/** Where toasts appear: 320 px wide, above everything, closing after five seconds unless pointed at or focused. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={closesAfterMs} containerWidth={320} zIndex={9999} transitionDuration={200} className={styles.toasts} />
}

export function toastGood(message: string): void {
  show(message, 'good')
}

export function toastBad(message: string): void {
  show(message, 'bad')
}

type Toast = NotificationData & { 'data-state': string }

function show(message: string, state: 'good' | 'bad'): void {
  const toast: Toast = {
    message,
    icon: <Icon name={state === 'good' ? 'check' : 'warn'} />,
    role: state === 'good' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Close this message' },
    'data-state': state,
    // The library waits for the pointer alone; whoever comes by keyboard gets the same time.
    onFocusCapture: () => notifications.update({ id, message, autoClose: false }),
    onBlurCapture: () => notifications.update({ id, message, autoClose: closesAfterMs }),
  }
  const id = notifications.show(toast)
}

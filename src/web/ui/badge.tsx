import styles from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

const icons = {
  pending: 'wait',
  running: 'stairs',
  approved: 'check',
  rejected: 'cross',
  paid: 'check',
  other: 'stop',
} as const satisfies Record<string, IconName>

export type BadgeState = keyof typeof icons

/** Sign, word and wash together: never colour alone. */
export function Badge({ state, children }: { state: BadgeState; children: string }) {
  return (
    <span className={`${styles.badge} ${styles[state]}`}>
      <Icon name={icons[state]} />
      {children}
    </span>
  )
}

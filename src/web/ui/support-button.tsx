import { Icon } from './icon.tsx'
import styles from './support-button.module.css'

/** At the bottom right of every page; opens the firm's messaging chat beside what was being read, or, `within`, a page of its own. */
export function SupportButton({ href, within = false }: { href: string; within?: boolean }) {
  const outside = { target: '_blank', rel: 'noopener' }
  return (
    <aside aria-label="Support">
      <a
        className={styles.support}
        href={href}
        {...(within ? {} : outside)}
        aria-label={within ? 'Support: messages' : 'Support (opens a new tab)'}
      >
        <Icon name="talk" />
      </a>
    </aside>
  )
}

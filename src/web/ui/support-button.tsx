import { Icon } from './icon.tsx'
import styles from './support-button.module.css'

/** At the bottom right of every page; opens the firm's messaging chat beside what was being read. */
export function SupportButton({ href }: { href: string }) {
  return (
    <aside aria-label="Support">
      <a
        className={styles.support}
        href={href}
        target="_blank"
        rel="noopener"
        aria-label="Support (opens a new tab)"
      >
        <Icon name="talk" />
      </a>
    </aside>
  )
}

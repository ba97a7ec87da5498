import styles from './logo.module.css'

/** A plain link: the landing page is a document of its own. */
export function Logo() {
  return (
    <a className={styles.logo} href="/">
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M4 11.500 15 3l11 8.500V22H4zM15 3v19M4 11.500h22M9.500 7.250V22M20.500 7.250V22" stroke="currentColor" />
        <path d="M4 25.250h22M4 28.250h22" stroke="var(--edge)" />
      </svg>
      Glasshouse
    </a>
  )
}

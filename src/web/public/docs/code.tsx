import styles from './code.module.css'

/** A piece of code to read and, where there are scripts, to copy. What is too wide is scrolled, by the keyboard too. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <figure className={styles.code}>
      <figcaption>
        <span className="label">{label}</span>
        <button type="button" className={styles.copy} hidden data-copy="">
          Copy
        </button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className={styles.text} role="group" aria-label={label} tabIndex={0}>
        <pre>
          <code>{children}</code>
        </pre>
      </div>
    </figure>
  )
}

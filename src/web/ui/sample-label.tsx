import styles from './sample-label.module.css'

/** Worn by every section that claims something about a firm which is made up. */
export function SampleLabel({ children = 'Sample' }: { children?: string }) {
  return <span className={styles.sample}>{children}</span>
}

import { demonstrationBanner } from '../../contract/site.ts'
import styles from './demo-banner.module.css'

/** Stands on every page of a demonstration, and has no way to be dismissed. */
export function DemoBanner() {
  return (
    <aside className={styles.banner} aria-label="Demonstration">
      {demonstrationBanner}
    </aside>
  )
}

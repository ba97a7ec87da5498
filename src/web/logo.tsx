import { useSite } from './site.ts'
import styles from './logo.module.css'
import { Scene } from './ui/scene.tsx'

/** A plain link: the landing page is a document of its own. */
export function Logo() {
  const { name, mark } = useSite()
  return (
    <a className={styles.logo} href="/">
      <span className={styles.mark}>
        <Scene picture={mark} eager />
      </span>
      {name}
    </a>
  )
}

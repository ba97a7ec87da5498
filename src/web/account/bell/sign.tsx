import { Icon } from '../../ui/icon.tsx'
import styles from './bell.module.css'

/** A bell with a number at it, while there is one. */
export function BellSign({ count }: { count: string | null }) {
  return (
    <>
      <Icon name="bell" />
      {count !== null && <span className={styles.count}>{count}</span>}
    </>
  )
}

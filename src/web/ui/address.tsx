import styles from './address.module.css'
import { blocksOf } from './blocks.ts'

/** Whole, in blocks of four. The gaps are drawn, so that what is copied has none. */
export function Address({ children }: { children: string }) {
  return (
    <code className={styles.address}>
      {blocksOf(children).map((block, at) => (
        <span key={at}>{block}</span>
      ))}
    </code>
  )
}

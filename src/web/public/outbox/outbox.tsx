import { titled } from '../../seo.ts'
import styles from './outbox.module.css'

export const handle = { static: true, filled: true }
export const meta = titled('Outbox')

/** Stands around the demonstration's mails, which `src/http/outbox/page.ts` writes for each request. */
export default function Outbox() {
  return <div className={`page ${styles.outbox}`} data-filled="" />
}

import { unlisted } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { buttonLook } from '../../ui/link-button.tsx'
import styles from '../not-found.module.css'

export const handle = { static: true }
export const meta = unlisted('You’re offline')

/** What the browser keeps and shows in place of a page of one's account that can't be reached. It knows nothing of anybody, and its address is that page's. */
export default function Offline() {
  const { name } = useSite()
  return (
    <div className="page">
      <header className={styles.header}>
        {/* No picture: none can be fetched. */}
        <p>{name}</p>
      </header>
      <main className={styles.main}>
        <h1>You’re offline</h1>
        <p className="lead">
          This page could not be reached: you are offline, or our server can’t be reached at the
          moment. Nothing was sent, changed or lost. No figures are shown here, since they may have
          changed.
        </p>
        <div className="row">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is that of the page that could not be reached */}
          <a {...buttonLook()} href="">
            Try again
          </a>
        </div>
      </main>
    </div>
  )
}

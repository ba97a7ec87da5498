import { Logo } from '../logo.tsx'
import { titled } from '../seo.ts'
import { useSite } from '../site.ts'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './not-found.module.css'

export const handle = { static: true }
export const meta = titled('Not open yet')

/** What people read instead of each page until the firm is open. */
export default function NotOpen() {
  const { name } = useSite()
  return (
    <div className="page">
      <header className={styles.header}>
        <Logo />
      </header>
      <main className={styles.main}>
        <h1>Not open yet</h1>
        <p className="lead">
          {name} is being set up. Nobody can sign up or send money here before it opens.
        </p>
        <div className="row">
          <LinkButton href="/login" variant="default">
            Staff log in
          </LinkButton>
        </div>
      </main>
    </div>
  )
}

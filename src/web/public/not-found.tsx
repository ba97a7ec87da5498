import { Logo } from '../logo.tsx'
import { titled } from '../seo.ts'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './not-found.module.css'

export const handle = { static: true }
export const meta = titled('Page not found')

export default function UnknownPath() {
  return <NotFound />
}

export function NotFound() {
  return (
    <div className="page">
      <header className={styles.header}>
        <Logo />
      </header>
      <main className={styles.main}>
        <h1>Page not found</h1>
        <p className="lead">
          There is no page at this address. It may be mistyped, or the page may have moved.
        </p>
        <div className="row">
          <LinkButton href="/">Home</LinkButton>
          <LinkButton href="/dashboard" variant="default">
            Dashboard
          </LinkButton>
        </div>
      </main>
    </div>
  )
}

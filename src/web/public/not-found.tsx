import { Button } from '@mantine/core'
import { titled } from '../titled.ts'
import { Logo } from '../ui/logo.tsx'
import styles from './not-found.module.css'

export const meta = titled('Page not found')

export default function UnknownPath() {
  return <NotFound />
}

export function NotFound() {
  return (
    <div className="page">
      <header className={styles.header}><Logo /></header>
      <main className={styles.main}>
        <h1>Page not found</h1>
        <p className="lead">Nothing stands at this address. It may have been mistyped, or the page has moved.</p>
        <div className="row">
          <Button component="a" href="/">Home</Button>
          <Button component="a" href="/dashboard" variant="default">Dashboard</Button>
        </div>
      </main>
    </div>
  )
}

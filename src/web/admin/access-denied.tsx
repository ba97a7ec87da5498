import { Button } from '@mantine/core'
import { Link } from 'react-router'
import styles from './access-denied.module.css'

/** Of one page, for who may see others. */
export function PageDenied({ to = '/dashboard', words = 'Go to the dashboard' }) {
  return (
    <div className={styles.denied}>
      <h1>Access Denied</h1>
      <p className="lead">You do not have permission to view this page.</p>
      <Button component={Link} to={to} variant="default">
        {words}
      </Button>
    </div>
  )
}

/** Of the back office. */
export function AccessDenied() {
  return (
    <main className="page">
      <PageDenied />
    </main>
  )
}

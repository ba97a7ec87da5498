import { Button } from '@mantine/core'
import { Link } from 'react-router'
import styles from './access-denied.module.css'

export function AccessDenied() {
  return (
    <main className={`page ${styles.denied}`}>
      <h1>Access Denied</h1>
      <p className="lead">You do not have permission to view this page.</p>
      <Button component={Link} to="/dashboard" variant="default">
        Go to the dashboard
      </Button>
    </main>
  )
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { isFailure } from '../api/failure.ts'
import { useQueryErrors } from '../api/store.ts'
import styles from './access.module.css'

export function AccessDenied() {
  return (
    <main className={`page ${styles.denied}`}>
      <h1>Access Denied</h1>
      <p className="lead">You do not have permission to view this page.</p>
      <Button component={Link} to="/dashboard" variant="default">Go to the dashboard</Button>
    </main>
  )
}

/** False once the server has refused a list of the back office: the role was lost while the page was open. */
export function useStaffStillAllowed(): boolean {
  return !useQueryErrors().some((error) => isFailure(error) && error.status === 403)
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useSelector } from 'react-redux'
import { isFailure } from '../api/failure.ts'
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

type Kept = { api: { queries: Record<string, { error?: unknown } | undefined> } }

/** False once the server has refused a list of the back office: the role was lost while the page was open. */
export function useStaffStillAllowed(): boolean {
  return useSelector(({ api }: Kept) => !Object.values(api.queries).some((query) => isForbidden(query?.error)))
}

function isForbidden(error: unknown): boolean {
  return isFailure(error) && error.status === 403
}

import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useLogOut } from '../api/use-log-out.ts'
import styles from './access-denied.module.css'
import { FrozenSince } from './frozen-since.tsx'

/** In place of the back office for frozen staff: what that means, since when and why, and who can unfreeze them. */
export function FrozenStaff() {
  const logOut = useLogOut()
  return (
    <main className={`page ${styles.denied}`}>
      <h1>Your account is frozen</h1>
      <p className="lead">
        The back office is closed to you until somebody else unfreezes your account. Nothing was
        lost, and you can still read your own account.
      </p>
      <FrozenSince self="yourself" />
      <div className="row">
        <Button component={Link} to="/dashboard" variant="default">
          Go to the dashboard
        </Button>
        <Button variant="subtle" onClick={logOut}>
          Log out
        </Button>
      </div>
    </main>
  )
}

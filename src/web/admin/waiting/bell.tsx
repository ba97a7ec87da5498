import { Link } from 'react-router'
import styles from '../../account/bell/bell.module.css'
import { BellSign } from '../../account/bell/sign.tsx'

/** Says how much there is to decide, null for nothing, and leads to it. */
export function WaitingBell({ count }: { count: string | null }) {
  return (
    <Link
      to="/admin/waiting"
      className={styles.open}
      aria-label={count === null ? 'Nothing to decide' : `${count} to decide`}
    >
      <BellSign count={count} />
    </Link>
  )
}

import { Link } from 'react-router'
import { BellSign } from '../../account/bell/sign.tsx'
import styles from '../../account/bell/bell.module.css'
import { useToDecide } from '../../api/waiting.ts'
import { countOf } from './work.tsx'

/** Says how much there is to decide, and leads to it. */
export function WaitingBell() {
  const count = useToDecide()
  return (
    <Link
      to="/admin/waiting"
      className={styles.open}
      aria-label={count === 0 ? 'Waiting' : `Waiting, ${countOf(count)} to decide`}
    >
      <BellSign count={count === 0 ? null : countOf(count)} />
    </Link>
  )
}

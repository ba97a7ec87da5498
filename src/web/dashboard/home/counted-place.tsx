import { lazy, Suspense } from 'react'
import type { User } from '../../../contract/user.ts'
import { atRest } from '../../ui/at-rest.ts'
import { Later } from './later.tsx'
import styles from './home.module.css'

/** Whoever looks at the figures first isn't kept waiting by hashes. A check that can't be loaded says nothing: nothing is known then. */
const Counted = lazy(() =>
  atRest()
    .then(() => import('./counted.tsx'))
    .catch(() => ({ default: () => null })),
)

export function CountedPlace({ me }: { me: User }) {
  return (
    <div className={styles.counted}>
      <Later instead={null}>
        <Suspense fallback={null}>
          <Counted me={me} />
        </Suspense>
      </Later>
    </div>
  )
}

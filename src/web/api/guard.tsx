/** Who may see a page. Guards hand on the person, or lead away; the server checks every call regardless. */
import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { Waiting } from '../ui/states.tsx'
import type { Person } from './session.ts'
import { useSession } from './store.ts'
import { afterSignIn, loginPath, safeNext } from './way-back.ts'

type GuardProps = { waiting?: string; children(person: Person): ReactNode }

export function SignedIn({ waiting = 'Loading...', children }: GuardProps) {
  const { phase, person, left } = useSession()
  const location = useLocation()
  if (phase === 'unknown') {
    return (
      <main className="page">
        <Waiting rows={0}>{waiting}</Waiting>
        <noscript>
          <p>
            This page needs JavaScript, which this browser doesn’t run. Nothing was sent; switch it
            on for this site and reload the page.
          </p>
        </noscript>
      </main>
    )
  }
  if (!person) return <Navigate replace to={left ? '/login' : loginPath(location)} />
  // Nothing that was typed or opened stays for somebody else.
  return <Fragment key={person.id}>{children(person)}</Fragment>
}

/** For login and sign-up: redirects when already signed in. `stay` keeps the page until its own redirect. */
export function Guests({ stay = false, children }: { stay?: boolean; children: ReactNode }) {
  const { person } = useSession()
  const [search] = useSearchParams()
  if (person && !stay) {
    return (
      <main className="page">
        <Navigate
          replace
          to={afterSignIn(person, safeNext(search.get('next'), window.location.origin))}
        />
        <Waiting rows={0} />
      </main>
    )
  }
  return <div className="guests">{children}</div>
}

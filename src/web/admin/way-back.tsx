/** From a list to a user's page and back: to the same list, narrowed as it was, at the same place, with the focus on the link that led away. */
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** Where one came from: its address, and its place among the pages that this window has been on. */
type Origin = { path: string; place: number }

/** React Router numbers the pages of a window, and keeps the number with each. */
const placeNow = () => (window.history.state as { idx?: number } | null)?.idx ?? 0

/** The link that was last used, to be found again. */
let used = ''

/** A link to a user's page, which then offers the way back to here. */
export function UserLink({ userId, children }: { userId: string; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const path = pathname + search
  const name = `${path} ${userId}`
  useEffect(() => {
    if (used !== name) return
    used = ''
    link.current?.focus({ preventScroll: true })
  }, [name])
  return (
    <Link
      ref={link}
      to={`/admin/users/${userId}`}
      state={{ path, place: placeNow() } satisfies Origin}
      onClick={() => (used = name)}
    >
      {children}
    </Link>
  )
}

/** What a page's own links carry on, so that it still knows the way after them. */
export const useOrigin = () => useLocation().state as Origin | null

const lists = {
  '/admin/withdrawals': 'withdrawals',
  '/admin/verifications': 'verifications',
  '/admin/loans': 'loans',
}

function wordsFor(path = ''): string {
  const [, list = 'users'] = Object.entries(lists).find(([start]) => path.startsWith(start)) ?? []
  return `Back to the ${list}`
}

/** One press, whatever was opened on this page meanwhile. Who came from elsewhere is led to the list of users. */
export function WayBack() {
  const origin = useOrigin()
  const navigate = useNavigate()
  function goBack(event: MouseEvent) {
    const steps = (origin?.place ?? 0) - placeNow()
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!origin || steps >= 0 || !isPlain) return
    event.preventDefault()
    void navigate(steps)
  }
  return (
    <p className="small">
      <Link to={origin?.path ?? '/admin'} onClick={goBack}>
        {wordsFor(origin?.path)}
      </Link>
    </p>
  )
}

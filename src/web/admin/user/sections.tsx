/** The parts of the page, each with an address of its own. */
import { useEffect, useEffectEvent } from 'react'
import type { User } from '../../../contract/user.ts'
import { Link, useLocation, useNavigationType } from 'react-router'
import { readsSignInOf, useStaff } from '../staff.ts'
import { useOrigin } from '../way-back.tsx'
import styles from './user.module.css'

const sections = {
  pending: 'Pending',
  balances: 'Balances',
  profile: 'Profile',
  messages: 'Messages',
  notes: 'Notes',
  verification: 'Verification',
  documents: 'Documents',
  investments: 'Investments',
  withdrawals: 'Withdrawals',
  factors: 'Second factors',
  sessions: 'Sessions',
  activity: 'Activity',
} as const
type Section = keyof typeof sections

/** To a part of this page; what the activity is narrowed to stays, and so does the way back. */
export function SectionLink({ to, children }: { to: Section; children: string }) {
  const { search } = useLocation()
  return (
    <Link to={{ search, hash: to }} state={useOrigin()}>
      {children}
    </Link>
  )
}

/** `closed`: nobody signs in any more. */
export function SectionLinks({ user }: { user: User }) {
  useSection()
  const staff = useStaff()
  const all = Object.entries(sections) as [Section, string][]
  const hidden: Section[] = [
    ...(user.status === 'closed' ? (['factors'] as const) : []),
    ...(readsSignInOf(staff, user) ? [] : (['factors', 'sessions'] as const)),
    ...(staff.may('read-cases') ? [] : (['verification', 'documents'] as const)),
  ]
  return (
    <nav className={styles.sections} aria-label="On this page">
      {all
        .filter(([section]) => !hidden.includes(section))
        .map(([section, words]) => (
          <SectionLink key={section} to={section}>
            {words}
          </SectionLink>
        ))}
    </nav>
  )
}

/** Goes to the part that the address names. What stands above it may still be on its way: until the person does something, it stays in place. */
function useSection() {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  const go = useEffectEvent(() => {
    const section = document.getElementById(hash.slice(1))
    // The keyboard goes on from there.
    if (type !== 'POP') section?.focus({ preventScroll: true })
    return section ? stayAt(section) : undefined
  })
  useEffect(() => go(), [hash, key])
}

const deeds = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Answers how it is ended. */
function stayAt(section: HTMLElement): () => void {
  const stopping = new AbortController()
  const page = document.getElementById('content') ?? document.body
  const observer = new ResizeObserver(() => section.scrollIntoView())
  const stop = () => {
    observer.disconnect()
    stopping.abort()
  }
  observer.observe(page)
  for (const deed of deeds)
    addEventListener(deed, stop, { once: true, passive: true, signal: stopping.signal })
  return stop
}

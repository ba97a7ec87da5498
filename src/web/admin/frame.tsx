import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useMeQuery } from '../api/identity.ts'
import { useGateQuery } from '../api/gate.ts'
import { keepFilters, lastAddress } from '../api/kept-filters.ts'
import { SignedIn } from '../api/guard.tsx'
import { useLive } from '../api/live.ts'
import { useStaffLive } from '../api/staff-live.ts'
import { isStaff, type Person } from '../api/session.ts'
import { useRefused } from '../api/store.ts'
import { useToDecide } from '../api/staff-work.ts'
import { LoadFailed } from '../api/not-loaded.tsx'
import type { Place } from '../account/place.ts'
import { Shell } from '../account/shell.tsx'
import { Waiting } from '../ui/states.tsx'
import { AccessDenied, PageDenied } from './access-denied.tsx'
import { FrozenStaff } from './frozen-staff.tsx'
import { places, takenBy } from './places.ts'
import { StaffContext, useStaff } from './staff.ts'
import { ZoneLine, ZonesOfStaff } from './when.tsx'
import { WaitingBell } from './waiting/bell.tsx'
import { countOf } from './waiting/work.tsx'

/** Until the firm is open there is nothing else. */
const isBeforeOpening = ({ to }: Place) => to === '/admin/live'

const ownDashboard: Place = { to: '/dashboard', label: 'My dashboard', icon: 'home', end: true }

export default function AdminFrame() {
  return (
    <SignedIn waiting="Checking permissions...">
      {(person) =>
        isStaff(person.role) ? <Checked person={person} /> : <Navigate replace to="/dashboard" />
      }
    </SignedIn>
  )
}

/** What the browser remembers may be old: nothing of the back office is shown before the server has said who this is. */
function Checked({ person }: { person: Person }) {
  const { data, refetch, ...answer } = useMeQuery()
  const wasForbidden = useRefused('forbidden')
  useEffect(() => {
    if (wasForbidden) void refetch()
  }, [wasForbidden, refetch])
  const needsFactor = useRefused('second_factor_needed')
  const isClosed = useClosed()
  const { pathname } = useLocation()
  const isRefusedAsFrozen = useRefused('staff_frozen')
  useLive(person.id)
  useStaffLive(person.id)
  if (!data && answer.error)
    return (
      <main className="page">
        <LoadFailed what="data" refetch={refetch} {...answer} />
      </main>
    )
  if (!data)
    return (
      <main className="page">
        <Waiting rows={0}>Checking permissions...</Waiting>
      </main>
    )
  const { id, fullName, capabilities, status } = data.data.user
  const works = capabilities.includes('work-here')
  // A refusal is of then; what is known of the account may be newer.
  if (works && (status === 'frozen' || isRefusedAsFrozen)) return <FrozenStaff />
  if (needsFactor) return <Navigate replace to="/dashboard/security?why=office" />
  if (isClosed && pathname !== '/admin/live') return <Navigate replace to="/admin/live" />
  if (!works && wasForbidden) return <AccessDenied />
  if (!works) return <Navigate replace to="/dashboard" />
  return (
    <StaffContext value={{ id, fullName, may: (what) => capabilities.includes(what) }}>
      <StaffShell person={person} isClosed={isClosed} />
    </StaffContext>
  )
}

type StaffShellProps = { person: Person; isClosed: boolean }

function StaffShell({ person, isClosed }: StaffShellProps) {
  const { may } = useStaff()
  const { pathname } = useLocation()
  const leadingBack = useLeadingBack()
  // Auditors decide on nothing.
  const audits = may('draw-samples')
  const decides = !audits && !isClosed
  const toDecide = useToDecide({ skip: !decides })
  const count = saidOf(toDecide.inAll)
  const allowed = places.filter((place) => may(place.may))
  const open = audits ? allowed : [...allowed, ownDashboard]
  return (
    <Shell
      title="Back office"
      places={isClosed ? places.filter(isBeforeOpening) : leadingBack(counted(open, toDecide))}
      person={person}
      search={() => import('./search/search.tsx')}
      {...(decides ? { bell: <WaitingBell count={count} /> } : {})}
    >
      {audits && (
        <p className="small">
          You are signed in as an auditor: you can read everything here, and change nothing but your
          own samples, marks and requests for packs.
        </p>
      )}
      <ZonesOfStaff>
        {may(takenBy(pathname)) ? <Outlet /> : <NotFor pathname={pathname} places={allowed} />}
        <ZoneLine />
      </ZonesOfStaff>
    </Shell>
  )
}

/** The home of whoever may not see the list of people is their first page; any other is refused. */
function NotFor({ pathname, places: [first] }: { pathname: string; places: Place[] }) {
  return pathname.replace(/\/$/, '') === '/admin' && first ? (
    <Navigate replace to={first.to} />
  ) : (
    <PageDenied to="/admin/waiting" words="View your work" />
  )
}

/** Beside each place stands how much there is to decide, and all of it where everything waits. */
const counted = (all: Place[], { inAll, late, at }: ReturnType<typeof useToDecide>): Place[] =>
  all.map((place) => ({
    ...place,
    count: place.to === '/admin/waiting' ? saidWithLate(inAll, late) : saidOf(at(place.to)),
  }))

/** What is late is said in words. */
const saidWithLate = (count: number, late: number) =>
  late === 0 ? saidOf(count) : `${countOf(count)}, ${countOf(late)} late`

const saidOf = (count: number) => (count === 0 ? null : countOf(count))

/** Whether the firm isn't open yet: asked once something was refused for it, and again when it was opened. */
function useClosed(): boolean {
  const wasRefused = useRefused('not_open_yet')
  const { data } = useGateQuery(undefined, { skip: !wasRefused })
  return wasRefused && data?.data.open !== true
}

/** The menu leads to each list as it was left, and from a list to the whole of it. */
function useLeadingBack(): (places: Place[]) => Place[] {
  const { pathname, search } = useLocation()
  useEffect(() => keepFilters(pathname, search), [pathname, search])
  return (all) =>
    all.map((place) => (place.to === pathname ? place : { ...place, to: lastAddress(place.to) }))
}

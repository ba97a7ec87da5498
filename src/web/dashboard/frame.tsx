import { Outlet } from 'react-router'
import { SignedIn } from '../api/guard.tsx'
import { useLive } from '../api/live.ts'
import { isStaff, type Person } from '../api/session.ts'
import { Shell, type Place } from '../account/shell.tsx'

const places: Place[] = [
  { to: '/dashboard', label: 'Home', icon: 'home', end: true },
  { to: '/dashboard/invest', label: 'Invest', icon: 'pane' },
  { to: '/dashboard/investments', label: 'My investments', icon: 'stairs' },
  { to: '/dashboard/transfer', label: 'Transfer', icon: 'send' },
  { to: '/dashboard/receive', label: 'Receive', icon: 'receive' },
  { to: '/dashboard/fundaccount', label: 'Fund account', icon: 'fund' },
  { to: '/dashboard/loan', label: 'Loan', icon: 'loan' },
  { to: '/dashboard/activity', label: 'Activity', icon: 'list' },
  { to: '/dashboard/friends', label: 'Invite friends', icon: 'friends' },
  { to: '/dashboard/settings', label: 'Settings', icon: 'gear' },
]
const backOffice: Place = { to: '/admin', label: 'Back office', icon: 'desk' }

export default function DashboardFrame() {
  return <SignedIn>{(person) => <Frame person={person} />}</SignedIn>
}

function Frame({ person }: { person: Person }) {
  useLive(person.id)
  return (
    <Shell
      title="Dashboard"
      places={isStaff(person.role) ? [...places, backOffice] : places}
      person={person}
    >
      <Outlet />
    </Shell>
  )
}

import { Outlet } from 'react-router'
import { SignedIn } from '../api/guard.tsx'
import { useLive } from '../api/live.ts'
import { isStaff, type Person } from '../api/session.ts'
import { Shell, type Place } from '../account/shell.tsx'
import { Bell } from '../account/bell/bell.tsx'
import { places } from './places.ts'

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
      search={() => import('./search.tsx')}
      bell={<Bell />}
    >
      <Outlet />
    </Shell>
  )
}

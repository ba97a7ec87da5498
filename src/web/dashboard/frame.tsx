import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { SignedIn } from '../api/guard.tsx'
import { useLive } from '../api/live.ts'
import { keepOfflinePage } from '../api/offline.ts'
import { isStaff, type Person } from '../api/session.ts'
import { afterInvitation } from '../api/way-back.ts'
import type { Place } from '../account/place.ts'
import { Shell } from '../account/shell.tsx'
import { Bell } from '../account/bell/bell.tsx'
import { atRest } from '../ui/at-rest.ts'
import { AskToAccept } from './ask-to-accept.tsx'
import { places } from './places.ts'

const backOffice: Place = { to: '/admin', label: 'Back office', icon: 'desk' }

export default function DashboardFrame() {
  return <SignedIn>{(person) => <Frame person={person} />}</SignedIn>
}

/** Until there is a second factor, nothing else here is for whoever was invited to work. */
const security: Place = { to: afterInvitation, label: 'Security', icon: 'user' }

function placesFor({ role, secondFactorFirst }: Person): Place[] {
  if (secondFactorFirst) return [security]
  return isStaff(role) ? [...places, backOffice] : places
}

function Frame({ person }: { person: Person }) {
  useLive(person.id)
  useEffect(() => {
    // After all that the page itself asks for.
    void atRest().then(keepOfflinePage)
  }, [])
  return (
    <Shell
      title="Dashboard"
      places={placesFor(person)}
      person={person}
      search={() => import('./search.tsx')}
      {...(person.secondFactorFirst ? {} : { bell: <Bell /> })}
    >
      <Outlet />
      {!isStaff(person.role) && !person.secondFactorFirst && <AskToAccept />}
    </Shell>
  )
}

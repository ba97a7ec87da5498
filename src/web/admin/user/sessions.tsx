import type { User } from '../../../contract/user.ts'
import { useEndUserSessionsMutation, useUserSessionsQuery } from '../../api/security.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { EndSessions } from '../../account/sessions/end.tsx'
import { SessionTable } from '../../account/sessions/table.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty } from '../../ui/states.tsx'
import { useStaff, whyNotOn } from '../staff.ts'

/** Where a user is signed in. Whoever may freeze accounts can end all sessions; the person themselves can't. */
export function UserSessions({ user }: { user: User }) {
  const staff = useStaff()
  return (
    <Sheet id="sessions" title="Sessions">
      <Sessions user={user} mayEnd={staff.may('freeze') && whyNotOn(staff, user) === null} />
    </Sheet>
  )
}

function Sessions({ user, mayEnd }: { user: User; mayEnd: boolean }) {
  const { data, ...answer } = useUserSessionsQuery(user.id)
  if (!data) return <NotLoaded what="sessions" rows={1} {...answer} />
  const { sessions } = data.data
  if (sessions.length === 0) return <Empty>No active sessions.</Empty>
  return (
    <div className="stack">
      <SessionTable sessions={sessions} />
      {mayEnd && <EndAll user={user} />}
    </div>
  )
}

function EndAll({ user }: { user: User }) {
  const [end] = useEndUserSessionsMutation()
  return (
    <EndSessions
      label="End all sessions"
      title="End all sessions of this user?"
      end={() => end(user.id)}
    >
      <bdi>{user.fullName}</bdi> is signed out everywhere at once, and their browsers are no longer
      known. Their activity says that you did it, and they get an email. Anyone who knows the
      password can sign in again.
    </EndSessions>
  )
}

import { Button } from '@mantine/core'
import type { Session } from '../../../contract/security.ts'
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useSessionsQuery,
} from '../../api/security.ts'
import { useCommand } from '../../api/use-command.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { EndSessions } from '../../account/sessions/end.tsx'
import { SessionTable } from '../../account/sessions/table.tsx'

export function OwnSessions() {
  return (
    <Sheet title="Where you are signed in">
      <Sessions />
    </Sheet>
  )
}

function Sessions() {
  const { data, ...answer } = useSessionsQuery()
  if (!data) return <NotLoaded what="your sessions" {...answer} />
  return <List sessions={data.data.sessions} />
}

function List({ sessions }: { sessions: Session[] }) {
  const [end] = useEndSessionMutation()
  const { give, busy } = useCommand({
    trigger: end,
    otherwise: 'The session could not be ended. Please try again.',
    told: 'in toasts',
  })
  return (
    <div className="stack">
      <SessionTable
        sessions={sessions}
        action={(session) => (
          <Button
            variant="subtle"
            size="compact-sm"
            data-danger
            disabled={busy}
            onClick={() => void give(session.id)}
            aria-label={`End ${session.device}`}
          >
            End
          </Button>
        )}
      />
      {sessions.length === 1 && <p className="small">You are not signed in anywhere else.</p>}
      {sessions.length > 1 && <EndOthers />}
    </div>
  )
}

function EndOthers() {
  const [end] = useEndOtherSessionsMutation()
  return (
    <EndSessions label="End all others" title="End all other sessions?" end={() => end()}>
      You are signed out everywhere else at once, and the browsers that signed in before are
      forgotten: while someone is trying passwords on your account, they have to wait like any
      other. If one of the sessions wasn’t yours, change your password too.
    </EndSessions>
  )
}

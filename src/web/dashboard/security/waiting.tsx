import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccessChange } from '../../../contract/access-change.ts'
import { useOwnAccessChangesQuery, useStopAccessChangeMutation } from '../../api/access-changes.ts'
import { failureText } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { showDateTime } from '../../ui/dates.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

const words = ({ what, email, passkeyName }: AccessChange) =>
  ({
    email: `Your e-mail becomes ${email}`,
    app: 'Your authenticator app is taken away',
    passkey: `Your passkey “${passkeyName}” is taken away`,
  })[what]

/** What staff have decided to change about the way in, while it can still be stopped; nothing where nothing waits. */
export function WaitingChanges() {
  const { data } = useOwnAccessChangesQuery()
  const waiting = data?.data.accessChanges ?? []
  if (waiting.length === 0) return null
  return (
    <Sheet title="A change of your sign-in waits" narrow lit>
      <div className="stack">
        {waiting.map((change) => (
          <Waiting key={change.id} change={change} />
        ))}
      </div>
    </Sheet>
  )
}

function Waiting({ change }: { change: AccessChange }) {
  const { what, confirmed, hostile, reason, proposedBy, approvedBy, takesEffectAt } = change
  return (
    <div className="stack">
      <p>
        <strong>{words(change)}</strong> on{' '}
        {takesEffectAt && <time dateTime={takesEffectAt}>{showDateTime(takesEffectAt)}</time>} at
        the earliest
        {what === 'email' &&
          !confirmed &&
          ', once it was confirmed by the link that was sent there'}
        . Then all sessions end.
      </p>
      <p className="caption">
        By {proposedBy ?? 'our staff'} and {approvedBy ?? 'our staff'}
        {reason && `: “${reason}”`}
      </p>
      {hostile ? (
        <p className="small">
          Our staff were told that this was not added by you. If it is yours, open the link in the
          mail that told you, and stop it there.
        </p>
      ) : (
        <Stop change={change} />
      )}
    </div>
  )
}

function Stop({ change }: { change: AccessChange }) {
  const [asked, setAsked] = useState(false)
  const [stop] = useStopAccessChangeMutation()
  const { send, busy } = useSend(stop)
  async function confirm() {
    const outcome = await send(change.id)
    if (!outcome) return
    if (outcome.failure)
      toastBad(failureText(outcome.failure, 'This could not be stopped. Please try again.'))
    else toastGood(outcome.data.message)
    setAsked(false)
  }
  return (
    <div>
      <Button variant="default" data-danger disabled={busy} onClick={() => setAsked(true)}>
        Stop this change
      </Button>
      <Question
        title="Stop this change?"
        open={asked}
        onClose={() => setAsked(false)}
        confirm="Stop it"
        busyText="Stopping..."
        busy={busy}
        danger
        onConfirm={() => void confirm()}
      >
        <p>
          {words(change)}: it is not made, and everything stays as it is. If you didn’t ask for it,
          write to us.
        </p>
      </Question>
    </div>
  )
}

import type { AccessChange } from '../../../contract/access-change.ts'
import { useOwnAccessChangesQuery, useStopAccessChangeMutation } from '../../api/access-changes.ts'
import { AskButton } from '../../account/ask-button.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Sheet } from '../../ui/sheet.tsx'

const words = ({ what, email, passkeyName }: AccessChange) =>
  ({
    email: `Your email address becomes ${email}`,
    app: 'Your authenticator app is removed',
    passkey: `Your passkey “${passkeyName}” is removed`,
  })[what]

/** What staff have decided to change about the way in, while it can still be stopped; nothing where nothing waits. */
export function WaitingChanges() {
  const { data } = useOwnAccessChangesQuery()
  const waiting = data?.data.accessChanges ?? []
  if (waiting.length === 0) return null
  return (
    <Sheet title="A change to your sign-in is waiting" narrow lit>
      <div className="stack">
        {waiting.map((change) => (
          <Waiting key={change.id} change={change} />
        ))}
      </div>
    </Sheet>
  )
}

function Waiting({ change }: { change: AccessChange }) {
  const { user, hostile, reason, proposedById, proposedBy, approvedBy } = change
  const isOwn = proposedById === user.id
  return (
    <div className="stack">
      {isOwn ? <Asked change={change} /> : <ByStaff change={change} />}
      <p className="caption">
        {isOwn
          ? 'Asked for from your account'
          : `By ${proposedBy ?? 'our staff'} and ${approvedBy ?? 'our staff'}`}
        {reason && `: “${reason}”`}
      </p>
      {hostile ? (
        <p className="small">
          Our staff were told that you did not add this. If it is yours, stop the removal with the
          link in our email.
        </p>
      ) : (
        <Stop change={change} />
      )}
    </div>
  )
}

function ByStaff({ change }: { change: AccessChange }) {
  const { what, confirmed, takesEffectAt } = change
  return (
    <p>
      <strong>{words(change)}</strong> on{' '}
      {takesEffectAt && <time dateTime={takesEffectAt}>{showDateTime(takesEffectAt)}</time>} at the
      earliest
      {what === 'email' && !confirmed && ', once it is confirmed with the link sent there'}. Then
      all sessions end.
    </p>
  )
}

/** A change of one’s own waits for the links that were sent. */
function Asked({ change }: { change: AccessChange }) {
  const { confirmed, agreed } = change
  const missing = [
    ...(agreed ? [] : ['your present address']),
    ...(confirmed ? [] : ['the new address']),
  ].join(' and ')
  return (
    <p>
      <strong>{words(change)}</strong>
      {missing ? `, once the link sent to ${missing} has been used` : ' when its wait is over'}.
      Then all sessions end.
    </p>
  )
}

function Stop({ change }: { change: AccessChange }) {
  const [stop] = useStopAccessChangeMutation()
  return (
    <div>
      <AskButton
        label="Stop this change"
        title="Stop this change?"
        confirm="Stop it"
        busyText="Stopping..."
        send={() => stop(change.id)}
        otherwise="This could not be stopped. Please try again."
      >
        <p>
          {words(change)}: this will not be done, and nothing changes. If you didn’t ask for it,
          write to us.
        </p>
      </AskButton>
    </div>
  )
}

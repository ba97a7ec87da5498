import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../../contract/user.ts'
import { AskButton } from '../../account/ask-button.tsx'
import { useFreezeOwnAccountMutation } from '../../api/security.ts'
import { useNextStatus } from '../../api/freeze.ts'
import { isStaff } from '../../api/session.ts'
import { useSession } from '../../api/store.ts'
import { useSite } from '../../site.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'

/** For an account in danger: stops money out at once. */
export function FreezeOwnAccount({ me }: { me: Pick<User, 'status'> }) {
  const isFrozen = useNextStatus(null, me) === 'active'
  return (
    <Sheet title="Freeze my account" narrow>
      <div className="stack">{isFrozen ? <Frozen /> : <Freeze />}</div>
    </Sheet>
  )
}

function Frozen() {
  const { support } = useSite()
  return (
    <>
      <Note>Your account is frozen: money can come in, and none goes out.</Note>
      <p>
        Only our staff can unfreeze it, after talking to you.{' '}
        <a href={support} target="_blank" rel="noopener">
          Write to our support (opens a new tab)
        </a>
      </p>
    </>
  )
}

function Freeze() {
  const { person } = useSession()
  const [reason, setReason] = useState('')
  const [freeze] = useFreezeOwnAccountMutation()
  return (
    <>
      <p>
        If you think that someone else has access to your account, freeze it. Money can come in and
        your plans mature; nothing goes out until our staff unfreeze it, after talking to you.
      </p>
      <div>
        <AskButton
          label="Freeze my account"
          title="Freeze your account?"
          confirm="Freeze"
          busyText="Freezing..."
          send={() => freeze(reason.trim() ? { reason: reason.trim() } : {})}
          otherwise="The account could not be frozen. Please try again."
        >
          <p>
            Nothing goes out until our staff unfreeze it: you can’t do that yourself. Pending
            requests stay pending.
          </p>
          {person && isStaff(person.role) && (
            <p>
              You are staff: you are signed out everywhere, and the back office is closed to you
              until somebody else unfreezes you.
            </p>
          )}
          <TextInput
            label="Reason (optional)"
            description="Shown to our staff"
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </AskButton>
      </div>
    </>
  )
}

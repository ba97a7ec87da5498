import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '../../api/failure.ts'
import { useFreezeMyselfMutation } from '../../api/security.ts'
import { isStaff } from '../../api/session.ts'
import { useSession } from '../../api/store.ts'
import { useSend } from '../../api/use-send.ts'
import { useSite } from '../../site.ts'
import { Question } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Note } from '../../ui/states.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'

/** For an account in danger: stops money out at once. */
export function FreezeMyself({ isFrozen }: { isFrozen: boolean }) {
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
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [freeze] = useFreezeMyselfMutation()
  const { send, busy } = useSend(freeze)
  async function confirm() {
    const outcome = await send(reason.trim() ? { reason: reason.trim() } : {})
    if (!outcome) return
    if (outcome.failure)
      toastBad(failureText(outcome.failure, 'The account could not be frozen. Please try again.'))
    else toastGood(outcome.data.message)
    setAsked(false)
  }
  return (
    <>
      <p>
        If you think that someone else has access to your account, freeze it. Money can come in and
        your plans mature; nothing goes out until our staff unfreeze it, after talking to you.
      </p>
      <div>
        <Button variant="default" data-danger disabled={busy} onClick={() => setAsked(true)}>
          Freeze my account
        </Button>
      </div>
      <Question
        title="Freeze your account?"
        open={asked}
        onClose={() => setAsked(false)}
        confirm="Freeze"
        busyText="Freezing..."
        busy={busy}
        danger
        onConfirm={() => void confirm()}
      >
        <p>
          Nothing goes out until our staff unfreeze it: you can’t do that yourself. Pending requests
          stay pending.
        </p>
        {person && isStaff(person.role) && (
          <p>
            You are staff: you are signed out everywhere, and the back office is closed to you until
            another administrator unfreezes you.
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
      </Question>
    </>
  )
}

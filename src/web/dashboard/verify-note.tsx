import { Button } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../contract/user.ts'
import { failureText } from '../api/failure.ts'
import { useSendVerificationMutation } from '../api/identity.ts'
import { useSend } from '../api/use-send.ts'
import { useSite } from '../site.ts'
import { Note } from '../ui/states.tsx'

/** Until the e-mail address is confirmed: what that takes, and in live what waits for it. */
export function VerifyNote({ me }: { me: User }) {
  return me.emailVerified ? null : <Unverified email={me.email} />
}

function Unverified({ email }: { email: string }) {
  const { mode } = useSite()
  const [ask] = useSendVerificationMutation()
  const { send, busy } = useSend(ask)
  const [said, setSaid] = useState<string | null>(null)
  async function sendAgain() {
    setSaid(null)
    const sent = await send()
    if (!sent) return
    setSaid(
      sent.failure
        ? failureText(sent.failure, 'The link could not be sent. Please try again.')
        : sent.data.message,
    )
  }
  return (
    <Note>
      <p>
        Please confirm your e-mail address: open the link that we sent to <b>{email}</b>.
        {mode === 'live' &&
          ' Until then you cannot set up a second factor, save a destination or send money.'}
        {mode === 'demo' && (
          <>
            {' '}
            A demonstration without a mail server keeps its e-mails in its{' '}
            <a href="/outbox">outbox</a>.
          </>
        )}
      </p>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void sendAgain()}>
        Send again
      </Button>{' '}
      <span role="status">{said}</span>
    </Note>
  )
}

import { Button } from '@mantine/core'
import type { User } from '../../contract/user.ts'
import { useSendVerificationMutation } from '../api/identity.ts'
import { useCommand } from '../api/use-command.ts'
import { useSite } from '../site.ts'
import { Note } from '../ui/states.tsx'

/** Until the email address is confirmed: what that takes, and in live what waits for it. */
export function VerifyNote({ me }: { me: User }) {
  return me.emailVerified ? null : <Unverified email={me.email} />
}

function Unverified({ email }: { email: string }) {
  const { mode } = useSite()
  const [ask] = useSendVerificationMutation()
  const { give, busy, said } = useCommand<void, { message: string }>({
    trigger: () => ask(),
    otherwise: 'The link could not be sent. Please try again.',
    told: 'here',
  })
  return (
    <Note>
      <p>
        Please confirm your email address: open the link that we sent to <b>{email}</b>.
        {mode === 'live' &&
          ' Until then you cannot set up a second factor, save a destination or send money.'}
        {mode === 'demo' && (
          <>
            {' '}
            A demonstration without a mail server keeps its emails in its{' '}
            <a href="/outbox">outbox</a>.
          </>
        )}
      </p>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void give()}>
        Send again
      </Button>{' '}
      <span role="status">{said?.words}</span>
    </Note>
  )
}

import { Link } from 'react-router'
import { useUndoFactorMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Undo what was added')
export const handle = { secretAddress: true }

export default function UndoFactor() {
  const [use] = useUndoFactorMutation()
  return (
    <MailedLink
      path="/undo-factor"
      title="Undo what was added"
      label="Take it away"
      busyLabel="Taking it away..."
      use={use}
      next={<Link to="/forgot-password">Choose a new password</Link>}
      says={
        <p className="small">
          The passkey or authenticator app that the mail told of is taken away, with whatever was
          added after it, and all sessions end. Your password and what you had before stay.
        </p>
      }
      ended={{
        says: 'Nothing was taken away now: your settings show which second factors your account has.',
        next: <Link to="/dashboard/security">See your settings</Link>,
      }}
    />
  )
}

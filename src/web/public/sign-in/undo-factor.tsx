import { Link } from 'react-router'
import { useUndoFactorMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Remove what was added')
export const handle = { secretAddress: true }

export default function UndoFactor() {
  const [use] = useUndoFactorMutation()
  return (
    <MailedLink
      path="/undo-factor"
      title="Remove what was added"
      label="Remove it"
      busyLabel="Removing..."
      use={use}
      next={<Link to="/forgot-password">Choose a new password</Link>}
      says={
        <p className="small">
          The passkey or authenticator app named in our email is removed, with anything added after
          it, and all sessions end. Your password and your earlier second factors stay.
        </p>
      }
      ended={{
        says: 'Nothing was removed: your settings show which second factors your account has.',
        next: <Link to="/dashboard/security">See your settings</Link>,
      }}
    />
  )
}

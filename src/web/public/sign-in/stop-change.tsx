import { Link } from 'react-router'
import { useStopByLinkMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Stop this change')
export const handle = { secretAddress: true }

export default function StopChange() {
  const [use] = useStopByLinkMutation()
  return (
    <MailedLink
      path="/stop-change"
      title="Stop this change"
      label="Stop the change"
      busyLabel="Stopping..."
      use={use}
      next={<Link to="/login">Log In</Link>}
      says={
        <p className="small">
          This stops the change to how you sign in that our email tells of. Nothing changes then.
        </p>
      }
      ended={{
        says: 'The change is no longer waiting: it was stopped, has ended, or has taken effect. Your settings show how you sign in now.',
        next: <Link to="/dashboard/security">See your settings</Link>,
      }}
    />
  )
}

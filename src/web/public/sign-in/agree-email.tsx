import { Link } from 'react-router'
import { useAgreeToEmailChangeMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Agree to the change')
export const handle = { secretAddress: true }

export default function AgreeEmail() {
  const [use] = useAgreeToEmailChangeMutation()
  return (
    <MailedLink
      path="/agree-email"
      title="Agree to the change"
      label="Agree to the change"
      busyLabel="Agreeing..."
      use={use}
      next={<Link to="/login">Log In</Link>}
      says={
        <p className="small">
          The email address of your account becomes the one that our email names, once that address
          has been confirmed too. You then log in with it, and all sessions end. If you did not ask
          for this, do not agree: use the other link in our email, which stops the change.
        </p>
      }
      ended={{
        says: 'Nothing was changed. Your settings show the email address of your account.',
        next: <Link to="/dashboard/settings">See your settings</Link>,
      }}
    />
  )
}

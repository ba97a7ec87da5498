import { Link } from 'react-router'
import { useFreezeByLinkMutation } from '../../api/mailed-acts.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Freeze my account')
export const handle = { secretAddress: true }

export default function FreezeAccount() {
  const [use] = useFreezeByLinkMutation()
  return (
    <MailedLink
      path="/freeze-account"
      title="Freeze my account"
      label="Freeze my account"
      busyLabel="Freezing..."
      use={use}
      next={<Link to="/forgot-password">Choose a new password</Link>}
      says={
        <p className="small">
          No money leaves your account until our staff unfreeze it, after talking to you: you can’t
          do that yourself. Money can still come in, your plans mature, pending requests stay
          pending, and you can log in as usual.
        </p>
      }
      ended={{
        says: 'Nothing was changed. You can freeze your account in its settings too.',
        next: <Link to="/dashboard/security">See your settings</Link>,
        over: ['already_frozen'],
      }}
    />
  )
}

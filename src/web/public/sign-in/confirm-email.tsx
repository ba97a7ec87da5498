import { Link } from 'react-router'
import { useConfirmEmailMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Confirm your email')
export const handle = { secretAddress: true }

export default function ConfirmEmail() {
  const [use] = useConfirmEmailMutation()
  return (
    <MailedLink
      path="/confirm-email"
      title="Confirm your email"
      label="Confirm email"
      busyLabel="Confirming..."
      use={use}
      next={<Link to="/login">Log In</Link>}
      says={
        <p className="small">
          Once nothing else is left to confirm or to wait for, you log in with this address, and all
          sessions of the account end.
        </p>
      }
      ended={{
        says: 'If you confirmed it before, that still counts; if the change was stopped or came too late, the account keeps its email address.',
        next: <Link to="/login">Log In</Link>,
      }}
    />
  )
}

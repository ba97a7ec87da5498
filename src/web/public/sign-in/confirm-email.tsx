import { Link } from 'react-router'
import { useConfirmEmailMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { MailedLink } from './mailed-link.tsx'

export const meta = unlisted('Confirm your e-mail')
export const handle = { secretAddress: true }

export default function ConfirmEmail() {
  const [use] = useConfirmEmailMutation()
  return (
    <MailedLink
      path="/confirm-email"
      title="Confirm your e-mail"
      label="Confirm E-mail"
      busyLabel="Confirming..."
      use={use}
      next={<Link to="/login">Log In</Link>}
      says={
        <p className="small">
          It becomes the address that you log in with when the waiting time is over too. Then all
          sessions of the account end.
        </p>
      }
      ended={{
        says: 'A confirmation given before still counts; where the change was stopped or came too late, the account keeps its e-mail.',
        next: <Link to="/login">Log In</Link>,
      }}
    />
  )
}

import { Link, useNavigate } from 'react-router'
import { useVerifyEmailMutation } from '../../api/identity.ts'
import { unlisted } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { WithPassword } from './with-password.tsx'

export const meta = unlisted('Confirm your email address')
export const handle = { secretAddress: true }

export default function VerifyEmail() {
  const token = useLinkSecret('/verify-email')
  return (
    <main>
      <h1>Confirm your email address</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Form token={token} />}
    </main>
  )
}

function Form({ token }: { token: string }) {
  const navigate = useNavigate()
  const [verify] = useVerifyEmailMutation()
  return (
    <WithPassword
      token={token}
      act={verify}
      label="Confirm and log in"
      busyLabel="Confirming..."
      before="Enter the password that you chose when you opened the account. You are then logged in here. Everyone else who is signed in to the account is signed out, and second factors that were set up before are removed."
      after={
        <>
          If you did not open this account, or do not know its password,{' '}
          <Link to="/forgot-password">choose a new password</Link>: that confirms the address too,
          and whoever opened the account is locked out.
        </>
      }
      ended={<Ended />}
      onDone={({ message }) => {
        toastGood(message)
        void navigate('/dashboard', { replace: true })
      }}
    />
  )
}

function Ended() {
  return (
    <>
      <Note tone="bad">
        This link has already been used, or has expired. Your dashboard says whether your address is
        confirmed, and sends a new link.
      </Note>
      <p>
        <Link to="/dashboard" ref={(link) => link?.focus()}>
          See your dashboard
        </Link>
      </p>
    </>
  )
}

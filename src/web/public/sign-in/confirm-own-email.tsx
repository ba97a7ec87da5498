import { useState } from 'react'
import { Link } from 'react-router'
import { useConfirmOwnEmailMutation } from '../../api/access-changes.ts'
import { unlisted } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { WithPassword } from './with-password.tsx'

export const meta = unlisted('Confirm your new email')
export const handle = { secretAddress: true }

export default function ConfirmOwnEmail() {
  const token = useLinkSecret('/confirm-own-email')
  return (
    <main>
      <h1>Confirm your new email</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Form token={token} />}
    </main>
  )
}

function Form({ token }: { token: string }) {
  const [confirm] = useConfirmOwnEmailMutation()
  const [done, setDone] = useState<string | null>(null)
  if (done !== null) return <Over tone="good" says={done} />
  return (
    <WithPassword
      token={token}
      act={confirm}
      label="Confirm email"
      busyLabel="Confirming..."
      before="Enter the password of the account for which you asked for this address. Once the change takes effect, you log in with this address, and all sessions of the account end."
      after="If you did not ask for this, someone else wants your address for their account: enter no password, and stop the change with the other link in our email."
      ended={
        <Over
          tone="bad"
          says="This link has already been used, or has expired. If you confirmed it before, that still counts; if the change was stopped or came too late, the account keeps its email address."
        />
      }
      onDone={({ message }) => setDone(message)}
    />
  )
}

function Over({ tone, says }: { tone: 'good' | 'bad'; says: string }) {
  return (
    <>
      <Note tone={tone}>{says}</Note>
      <p>
        <Link to="/login" ref={(link) => link?.focus()}>
          Log In
        </Link>
      </p>
    </>
  )
}

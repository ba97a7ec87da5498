import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { failureText, type Failure } from '../../api/failure.ts'
import { useVerifyEmailMutation } from '../../api/identity.ts'
import { useSend } from '../../api/use-send.ts'
import { unlisted } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { PasswordField } from './password-field.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'

export const meta = unlisted('Confirm your e-mail address')
export const handle = { secretAddress: true }

export default function VerifyEmail() {
  const token = useLinkSecret('/verify-email')
  return (
    <main>
      <h1>Confirm your e-mail address</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Form token={token} />}
    </main>
  )
}

function Form({ token }: { token: string }) {
  const navigate = useNavigate()
  const [verify] = useVerifyEmailMutation()
  const { send, busy } = useSend(verify)
  const [problem, setProblem] = useState<Failure | null>(null)
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: isNotEmpty('Please enter your password') },
  })
  const submit = form.onSubmit(async ({ password }) => {
    setProblem(null)
    const sent = await send({ token, password })
    if (!sent) return
    if (sent.failure) return setProblem(sent.failure)
    toastGood(sent.data.message)
    await navigate('/dashboard', { replace: true })
  })
  if (problem?.data?.code === 'link_ended') return <Ended />
  return (
    <>
      <p className="small">
        Enter the password that you chose when you opened the account. You are then logged in here.
        Everyone else who is signed in to the account is signed out, and second factors that were
        set up before are removed.
      </p>
      {problem && <Note tone="bad">{whatIsWrong(problem)}</Note>}
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <SendButton busy={busy} label="Confirm and log in" busyLabel="Confirming..." />
      </form>
      <p className="small">
        If you did not open this account, or do not know its password,{' '}
        <Link to="/forgot-password">choose a new password</Link>: that confirms the address too, and
        whoever opened the account is locked out.
      </p>
    </>
  )
}

function whatIsWrong(failure: Failure): string {
  return failure.data?.code === 'wrong_credentials'
    ? 'That is not the password of this account. Nothing was changed.'
    : failureText(failure, 'This did not work. Please try again.')
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

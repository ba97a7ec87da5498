import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConfirmOwnEmailMutation } from '../../api/access-changes.ts'
import { failureText, type Failure } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { unlisted } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { PasswordField } from './password-field.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'

export const meta = unlisted('Confirm your new e-mail')
export const handle = { secretAddress: true }

export default function ConfirmOwnEmail() {
  const token = useLinkSecret('/confirm-own-email')
  return (
    <main>
      <h1>Confirm your new e-mail</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Form token={token} />}
    </main>
  )
}

function Form({ token }: { token: string }) {
  const [confirm] = useConfirmOwnEmailMutation()
  const { send, busy } = useSend(confirm)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: isNotEmpty('Please enter your password') },
  })
  const submit = form.onSubmit(async ({ password }) => {
    setProblem(null)
    const sent = await send({ token, password })
    if (!sent) return
    if (sent.failure) return setProblem(sent.failure)
    setDone(sent.data.message)
  })
  if (done !== null) return <Over tone="good" says={done} />
  if (problem?.data?.code === 'link_ended')
    return (
      <Over
        tone="bad"
        says="This link has already been used, or has expired. If you confirmed it before, that still counts; if the change was stopped or came too late, the account keeps its e-mail address."
      />
    )
  return (
    <>
      <p className="small">
        Enter the password of the account for which you asked for this address. Once the change
        takes effect, you log in with this address, and all sessions of the account end.
      </p>
      {problem && <Note tone="bad">{whatIsWrong(problem)}</Note>}
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <SendButton busy={busy} label="Confirm e-mail" busyLabel="Confirming..." />
      </form>
      <p className="small">
        If you did not ask for this, someone else wants your address for their account: enter no
        password, and stop the change with the other link in our e-mail.
      </p>
    </>
  )
}

function whatIsWrong(failure: Failure): string {
  return failure.data?.code === 'wrong_credentials'
    ? 'That is not the password of this account. Nothing was changed.'
    : failureText(failure, 'This did not work. Please try again.')
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

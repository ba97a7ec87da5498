import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/api.ts'
import { signedIn, userInfoOf } from '../../api/session.ts'
import { useAppDispatch } from '../../api/store.ts'
import { failureText, fieldProblems, isFailure, type Failure } from '../../api/failure.ts'
import {
  useAcceptStaffInvitationMutation,
  useStaffInvitationQuery,
} from '../../api/staff-invitations.ts'
import { useSend } from '../../api/use-send.ts'
import { afterInvitation } from '../../api/way-back.ts'
import { unlisted } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { LoadProblem, Note, Waiting } from '../../ui/states.tsx'
import { toastGood } from '../../ui/toast.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { NewPassword, useNewPasswordRules } from './new-password.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'
import type { Refused } from './strength.ts'
import { useForm } from '../../ui/use-form.ts'

export const meta = unlisted('Open your account')
export const handle = { secretAddress: true, beforeOpening: true }

/** Where an invitation to work here leads: a name and a password, and then a second factor. */
export default function StaffInvitation() {
  const token = useLinkSecret('/staff-invitation')
  return (
    <main>
      <h1>Open your account</h1>
      {token === null ? <LinkGone action="/login" label="Log In" /> : <Invited token={token} />}
    </main>
  )
}

const isOver = (failure: Failure) =>
  failure.data?.code === 'link_ended' || failure.data?.code === 'email_taken'

function Invited({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useStaffInvitationQuery(token)
  const [over, setOver] = useState<Failure | null>(null)
  const ended = over ?? (isFailure(error) && isOver(error) ? error : null)
  if (ended) return <Ended words={failureText(ended, 'This link no longer works.')} />
  if (data)
    return <Form token={token} {...data.data} onOver={(failure: Failure) => setOver(failure)} />
  if (!error) return <Waiting rows={4} />
  return (
    <LoadProblem
      title="The invitation could not be loaded. Nothing was changed."
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

function Ended({ words }: { words: string }) {
  return (
    <>
      <Note tone="bad">{words}</Note>
      <p>
        <Link to="/login" ref={(link) => link?.focus()}>
          Log In
        </Link>
      </p>
    </>
  )
}

type FormProps = {
  token: string
  email: string
  role: 'user' | 'admin'
  onOver(failure: Failure): void
}

function Form({ token, email, role, onOver }: FormProps) {
  const { name } = useSite()
  const navigate = useNavigate()
  const [accept] = useAcceptStaffInvitationMutation()
  const dispatch = useAppDispatch()
  const { send, busy } = useSend(accept)
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const rules = useNewPasswordRules()
  const form = useForm({
    initialValues: { fullName: '', password: '', confirmPassword: '' },
    validate: {
      fullName: isNotEmpty('Please enter your full name'),
      password: rules.password,
      confirmPassword: (again, { password }) => rules.confirmation(again, password),
    },
  })
  const submit = form.onSubmit(async (values) => {
    setProblem(null)
    const sent = await send({ token, ...values })
    if (!sent) return
    if (!sent.failure) {
      // Whoever else was signed in here leaves nothing behind.
      dispatch(api.util.resetApiState())
      dispatch(signedIn(userInfoOf(sent.data)))
      toastGood(sent.data.message)
      return void navigate(afterInvitation, { replace: true })
    }
    if (isOver(sent.failure)) return onOver(sent.failure)
    const fields = fieldProblems(sent.failure)
    form.setErrors(fields)
    if (fields.password) setRefused({ password: values.password, why: fields.password })
    setProblem(failureText(sent.failure, 'Your account was not opened. Please try again.'))
  })
  return (
    <>
      <p className="small">
        You are invited to work at {name}
        {role === 'admin' && ' as an administrator'}. Choose a password for{' '}
        <strong className={styles.address}>{email}</strong>; next you set up a second factor.
      </p>
      {problem && <Note tone="bad">{problem}</Note>}
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <TextInput
          label="Full name"
          autoComplete="name"
          required
          {...form.getInputProps('fullName')}
        />
        <NewPassword
          label="Password"
          confirmLabel="Confirm password"
          typed={form.values.password}
          refused={refused}
          field={form.getInputProps('password')}
          confirmField={form.getInputProps('confirmPassword')}
        />
        <SendButton busy={busy} label="Open the account" busyLabel="Opening..." />
      </form>
    </>
  )
}

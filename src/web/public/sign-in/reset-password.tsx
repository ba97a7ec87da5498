import { useState } from 'react'
import { Link } from 'react-router'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { useResetPasswordMutation } from '../../api/identity.ts'
import { useSend } from '../../api/use-send.ts'
import { unlisted } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { LinkGone } from './link-gone.tsx'
import { useLinkSecret } from './link-secret.ts'
import { NewPassword, useNewPasswordRules } from './new-password.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'
import type { Refused } from './strength.ts'
import { useForm } from '../../ui/use-form.ts'

export const meta = unlisted('Reset password')
export const handle = { secretAddress: true, beforeOpening: true }

export default function ResetPassword() {
  const token = useLinkSecret('/reset-password')
  const [done, setDone] = useState<string | null>(null)
  return (
    <main>
      <h1>Reset password</h1>
      {token === null ? (
        <LinkGone action="/forgot-password" label="Ask for a new link" />
      ) : done === null ? (
        <ResetForm token={token} onDone={setDone} />
      ) : (
        <Done message={done} />
      )}
    </main>
  )
}

type ResetFormProps = { token: string; onDone(message: string): void }

function ResetForm({ token, onDone }: ResetFormProps) {
  const [reset] = useResetPasswordMutation()
  const { send, busy } = useSend(reset)
  const [problem, setProblem] = useState<{ words: string; ended: boolean } | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const rules = useNewPasswordRules()
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: {
      newPassword: rules.password,
      confirmPassword: (again, { newPassword }) => rules.confirmation(again, newPassword),
    },
  })
  const submit = form.onSubmit(async (values) => {
    setProblem(null)
    const outcome = await send({ token, ...values })
    if (!outcome) return
    if (!outcome.failure) return onDone(outcome.data.message || 'Password reset successful')
    const fields = fieldProblems(outcome.failure)
    form.setErrors(fields)
    if (fields.newPassword) setRefused({ password: values.newPassword, why: fields.newPassword })
    setProblem({
      words: failureText(outcome.failure, 'Failed to reset password'),
      ended: outcome.failure.data?.code === 'link_ended',
    })
  })
  return (
    <>
      <p className="small">
        Choose a new password. It signs out everyone who is signed in to this account.
      </p>
      {problem && (
        <Note tone="bad">
          {problem.words}
          {problem.ended && (
            <>
              {' '}
              <Link to="/forgot-password">Ask for a new link</Link>
            </>
          )}
        </Note>
      )}
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <NewPassword
          label="New password"
          confirmLabel="Confirm password"
          typed={form.values.newPassword}
          refused={refused}
          field={form.getInputProps('newPassword')}
          confirmField={form.getInputProps('confirmPassword')}
        />
        <SendButton busy={busy} label="Reset Password" busyLabel="Resetting..." />
      </form>
    </>
  )
}

function Done({ message }: { message: string }) {
  return (
    <>
      <Note tone="good">{message}</Note>
      <p className="small">
        All sessions of this account have ended. Log in with the new password; if you have a second
        factor, it is asked for as before.
      </p>
      {/* The form has gone with what had focus: the next step takes it. */}
      <p>
        <Link to="/login" ref={(link) => link?.focus()}>
          Log In
        </Link>
      </p>
    </>
  )
}

import { isNotEmpty } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { failureText, type Failure } from '../../api/failure.ts'
import { useSend } from '../../api/use-send.ts'
import { Note } from '../../ui/states.tsx'
import { PasswordField } from './password-field.tsx'
import { SendButton } from './send-button.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './form.module.css'

type WithPasswordProps<R> = {
  token: string
  act(given: { token: string; password: string }): { unwrap(): Promise<R> }
  label: string
  busyLabel: string
  /** What it does, and what somebody does who didn't ask for it. */
  before: ReactNode
  after: ReactNode
  /** Where its link has ended. */
  ended: ReactNode
  onDone(reply: R): void
}

/** What a link in a mail leads to and only the account's password sets off: whoever reads the mailbox alone does nothing by it. */
export function WithPassword<R>({
  token,
  act,
  before,
  after,
  ended,
  ...rest
}: WithPasswordProps<R>) {
  const { label, busyLabel, onDone } = rest
  const { send, busy } = useSend(act)
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
    onDone(sent.data)
  })
  if (problem?.data?.code === 'link_ended') return ended
  return (
    <>
      <p className="small">{before}</p>
      {problem && <Note tone="bad">{whatIsWrong(problem)}</Note>}
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <SendButton busy={busy} label={label} busyLabel={busyLabel} />
      </form>
      <p className="small">{after}</p>
    </>
  )
}

function whatIsWrong(failure: Failure): string {
  return failure.data?.code === 'wrong_credentials'
    ? 'That is not the password of this account. Nothing was changed.'
    : failureText(failure, 'This did not work. Please try again.')
}

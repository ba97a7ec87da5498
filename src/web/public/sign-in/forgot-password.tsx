import { TextInput } from '@mantine/core'
import { isEmail } from '@mantine/form'
import { Link } from 'react-router'
import { fieldProblems } from '../../api/failure.ts'
import { useForgotPasswordMutation } from '../../api/identity.ts'
import { useCommand } from '../../api/use-command.ts'
import { unlisted } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { Note } from '../../ui/states.tsx'
import { SendButton } from './send-button.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './form.module.css'

export const handle = { beforeOpening: true }
export const meta = unlisted('Forgot password')

export default function ForgotPassword() {
  const [ask] = useForgotPasswordMutation()
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail('Please enter a valid email address') },
  })
  const { give, busy, said } = useCommand({
    trigger: ask,
    otherwise: 'Something went wrong',
    done: ({ message }) => message || 'Check your email for the reset link.',
    told: 'here',
    onRefused: (failure) => form.setErrors(fieldProblems(failure)),
  })
  return (
    <main>
      <h1>Forgot your password?</h1>
      <p className="small">
        Enter your account’s email address, and we’ll send you a link to choose a new password. It
        works once, for an hour.
      </p>
      {said && <Note tone={said.tone}>{said.words}</Note>}
      {said?.tone === 'good' && <NothingCame />}
      <form className={styles.form} method="post" onSubmit={form.onSubmit(give)} noValidate>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          aria-invalid={Boolean(form.errors.email)}
          {...form.getInputProps('email')}
        />
        <SendButton busy={busy} label="Send Reset Link" busyLabel="Sending..." />
      </form>
      <p className="small">
        Remembered it? <Link to="/login">Log In</Link>
      </p>
    </main>
  )
}

function NothingCame() {
  const { mode } = useSite()
  return (
    <p className="small">
      No email? Check your spam folder and the address: this message is the same whether or not the
      address has an account.
      {mode === 'demo' && (
        <>
          {' '}
          A demonstration without a mail server keeps its emails in its <a href="/outbox">outbox</a>
          , which opens with the key that is printed at the start, or for an administrator.
        </>
      )}
    </p>
  )
}

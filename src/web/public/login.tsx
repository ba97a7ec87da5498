import { PasswordInput, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, useForm } from '@mantine/form'
import { Link, useSearchParams } from 'react-router'
import { useLogInMutation } from '../api/identity.ts'
import { failureText, fieldProblems } from '../api/failure.ts'
import { Guests } from '../api/guard.tsx'
import { useSession } from '../api/store.ts'
import { useSend } from '../api/use-send.ts'
import { described } from '../seo.ts'
import { Note } from '../ui/states.tsx'
import { toastBad, toastGood } from '../ui/toast.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { SendButton } from './send-button.tsx'
import styles from './sign-in-form.module.css'

type Credentials = { email: string; password: string }

export const meta = described({ title: 'Log in', description: 'Log in to see your balance, the lines it is made of, and who did what in your account.', path: '/login' })

export default function Login() {
  const [search] = useSearchParams()
  // The page is rendered once for everybody, so what depends on the address waits for the browser.
  const { phase } = useSession()
  const [logIn] = useLogInMutation()
  const { send, busy } = useSend(logIn)

  /** Answers what is wrong with single fields. */
  async function enter(credentials: Credentials): Promise<Record<string, string>> {
    const outcome = await send(credentials)
    if (outcome?.failure) toastBad(failureText(outcome.failure, 'Login failed'))
    else if (outcome) toastGood('Login successful!')
    return fieldProblems(outcome?.failure)
  }

  return (
    <Guests>
      <main>
        <h1>Log in</h1>
        {phase !== 'unknown' && search.has('next') && <Note>Please log in to go on. You will be taken back to where you were.</Note>}
        <LoginForm busy={busy} onSubmit={enter} />
        <p className="small">No account yet? <Link to="/signup">Sign Up</Link></p>
        <DemoSignIns busy={busy || phase === 'unknown'} onChoose={enter} />
      </main>
    </Guests>
  )
}

function LoginForm({ busy, onSubmit }: { busy: boolean; onSubmit(credentials: Credentials): Promise<Record<string, string>> }) {
  const form = useForm<Credentials>({
    initialValues: { email: '', password: '' },
    validate: { email: isEmail('Please enter a valid e-mail address'), password: isNotEmpty('Please enter your password') },
  })
  const submit = form.onSubmit(async (credentials) => form.setErrors(await onSubmit(credentials)))
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
      <PasswordInput label="Password" autoComplete="current-password" required aria-invalid={Boolean(form.errors.password)} {...form.getInputProps('password')} />
      <SendButton busy={busy} label="Log In" busyLabel="Logging in..." />
    </form>
  )
}

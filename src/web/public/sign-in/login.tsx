import { TextInput } from '@mantine/core'
import { isEmail, isNotEmpty } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Guests } from '../../api/guard.tsx'
import { isDraftKept } from '../../api/kept-draft.ts'
import { useSession } from '../../api/store.ts'
import { described } from '../../seo.ts'
import { Note } from '../../ui/states.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from './password-field.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SendButton } from './send-button.tsx'
import styles from './form.module.css'
import { useSignIn, type Credentials } from './use-sign-in.ts'
import { takesPress } from '../../ui/pressed-early.ts'
import { useForm } from '../../ui/use-form.ts'

export const handle = { beforeOpening: true }
export const meta = described({
  title: 'Log in',
  description:
    'Log in to see your balance, the lines it is made of, and who did what in your account.',
  path: '/login',
})

export default function Login() {
  const signIn = useSignIn()
  const { half } = signIn
  const [email, setEmail] = useState('')
  return (
    <Guests>
      <main>
        {/* There before it says anything, so that it is read out when it does. */}
        <p className="hide" role="status">
          {half && 'Your password was right. One more step: your second factor.'}
        </p>
        {half ? (
          <SecondFactor
            half={half}
            busy={signIn.busy}
            onCode={(code) => signIn.byCode(half.challenge, code)}
            onPasskey={() => void signIn.bySecondPasskey(half.challenge, half.passkeyOptions ?? {})}
            onStartAgain={signIn.startAgain}
          />
        ) : (
          <FirstStep signIn={signIn} email={email} onEmail={setEmail} />
        )}
      </main>
    </Guests>
  )
}

type FirstStepProps = {
  signIn: ReturnType<typeof useSignIn>
  email: string
  onEmail(email: string): void
}

function FirstStep({
  signIn: { busy, ended, failed, byPassword, byPasskey },
  email,
  onEmail,
}: FirstStepProps) {
  const [search] = useSearchParams()
  // The page is rendered once for everybody, so what depends on the address waits for the browser.
  const { phase, why } = useSession()
  const enter = (credentials: Credentials) => {
    onEmail(credentials.email)
    return byPassword(credentials)
  }
  return (
    <>
      <h1>Log in</h1>
      {ended ? (
        <Note tone="bad">{ended}</Note>
      ) : (
        phase !== 'unknown' && search.has('next') && <WayBack why={why} />
      )}
      {failed && (
        <Note tone="bad" isAnnounced>
          {failed}
        </Note>
      )}
      <div className={styles.other}>
        <LoginForm busy={busy} email={email} onSubmit={enter} />
        <PasskeyButton label="Log in with a passkey" busy={busy} onPress={() => void byPasskey()} />
      </div>
      <p className="small">
        No account yet? <Link to="/signup">Sign Up</Link>
      </p>
      <DemoSignIns
        busy={busy || phase === 'unknown'}
        onChoose={(credentials) => void byPassword(credentials)}
      />
    </>
  )
}

/** Where logging in leads to, after a session that ended with the reason, and what is still there. */
function WayBack({ why }: { why: string | null }) {
  return (
    <Note>
      {why ?? 'Please log in to continue.'} You will be taken back to where you were
      {why !== null && isDraftKept() && ', and what you typed there is still in this tab'}.
    </Note>
  )
}

type LoginFormProps = {
  busy: boolean
  email: string
  onSubmit(credentials: Credentials): Promise<Record<string, string>>
}

function LoginForm({ busy, email, onSubmit }: LoginFormProps) {
  const password = useRef<HTMLInputElement>(null)
  const form = useForm<Credentials>({
    initialValues: { email, password: '' },
    validate: {
      email: isEmail('Please enter a valid email address'),
      password: isNotEmpty('Please enter your password'),
    },
  })
  const sentBack = useRef(email !== '')
  // Back from the second step, only the password has to be typed again.
  useEffect(() => {
    if (sentBack.current) password.current?.focus()
  }, [])
  const submit = form.onSubmit(async (credentials) => form.setErrors(await onSubmit(credentials)))
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate {...takesPress}>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        {...form.getInputProps('email')}
      />
      <div className={styles.withLink}>
        <PasswordField
          ref={password}
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Link to="/forgot-password">Forgot Password?</Link>
      </div>
      <SendButton busy={busy} label="Log In" busyLabel="Logging in..." />
    </form>
  )
}

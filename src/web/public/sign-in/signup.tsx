import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSignUpMutation } from '../../api/identity.ts'
import { failureText, fieldProblems } from '../../api/failure.ts'
import { Guests } from '../../api/guard.tsx'
import { useSend } from '../../api/use-send.ts'
import { described } from '../../seo.ts'
import { useSite } from '../../site.ts'
import { Note } from '../../ui/states.tsx'
import { toastBad, toastGood } from '../../ui/toast.tsx'
import { SignupForm, type SignupValues } from './signup-form.tsx'

const redirectAfterMs = 2000

export const meta = described({
  title: 'Sign up',
  description:
    'Open an account with your name and an email address. Every change to it will be listed for you, with who made it and why.',
  path: '/signup',
})

export default function Signup() {
  // `joining` keeps the page until its own redirect; otherwise the guard would lead away at once.
  const [phase, setPhase] = useState<'open' | 'joining' | 'joined'>('open')
  const { accepts } = useSite()
  const [signUp] = useSignUpMutation()
  const { send, busy } = useSend(signUp)
  useRedirectToDashboard(phase === 'joined')

  /** Answers what is wrong with single fields. */
  async function join(values: SignupValues): Promise<Record<string, ReactNode>> {
    setPhase('joining')
    const shown = accepts.length > 0 ? { acceptedEditions: accepts } : {}
    const outcome = await send({ ...values, ...shown })
    if (!outcome) return {}
    setPhase(outcome.failure ? 'open' : 'joined')
    if (outcome.failure) toastBad(failureText(outcome.failure, 'Signup failed'))
    else toastGood('Signup successful! Redirecting to dashboard...')
    const problems = fieldProblems(outcome.failure)
    return outcome.failure?.data?.code === 'email_taken'
      ? { ...problems, email: <Taken>{problems['email']}</Taken> }
      : problems
  }

  return (
    <Guests stay={phase !== 'open'}>
      <main>
        <h1>Sign up</h1>
        {phase === 'joined' && (
          <Note tone="good">Your account is open. Your dashboard opens next.</Note>
        )}
        <SignupForm busy={busy || phase === 'joined'} onSubmit={join} />
        <p className="small">
          Already have an account? <Link to="/login">Log In</Link>
        </p>
      </main>
    </Guests>
  )
}

/** Offered where the email already has an account. */
function Taken({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <Link to="/login">Log in instead</Link>
    </>
  )
}

function useRedirectToDashboard(joined: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!joined) return
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [joined, navigate])
}

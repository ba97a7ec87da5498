import { useState } from 'react'
import type { logIn } from '../../../contract/session.ts'
import { failureText, fieldProblems, type Failure } from '../../api/failure.ts'
import {
  useBeginPasskeyLogInMutation,
  useGiveSecondFactorMutation,
  useLogInByPasskeyMutation,
  useLogInMutation,
} from '../../api/identity.ts'
import { useLazySecondFactorsQuery } from '../../api/security.ts'
import { askPasskey } from '../../api/passkey.ts'
import type { Reply } from '../../api/request.ts'
import { useSend } from '../../api/use-send.ts'
import { toastBad, toastGood, toastNews } from '../../ui/toast.tsx'

type Answer = Reply<typeof logIn>

/** The password was right, and a second factor has to follow. */
export type Half = Extract<Answer, { status: 'second_factor' }>['data']

export type Credentials = { email: string; password: string }
type FieldErrors = Record<string, string>

async function signedByPasskey(options: Record<string, unknown>) {
  const { data, failure } = await askPasskey(options)
  if (failure) throw failure
  return data
}

/** What has to be typed again, so that the focus goes there and the reason stays beside it. */
const fieldOfCode: Record<string, string> = { wrong_code: 'code', wrong_credentials: 'password' }

/** Of a code of an app there are six digits. */
const isRecoveryCode = (code: string) => code.replaceAll(/[^a-z\d]/gi, '').length > 6

/** Each works once: whoever has used one should know how many are left before the last. */
function useWhatIsLeft(): () => Promise<void> {
  const [askFactors] = useLazySecondFactorsQuery()
  return async () => {
    const left = (await askFactors(undefined)).data?.data.factors.recoveryCodesLeft
    if (left !== undefined)
      toastNews(
        `You used a recovery code: ${left === 1 ? 'one is' : `${left} are`} left. You can make new ones in your security settings.`,
      )
  }
}

/** Signing in, by whichever way, one at a time. Each way answers what is wrong with single fields. */
export function useSignIn() {
  const [logIn] = useLogInMutation()
  const [giveSecondFactor] = useGiveSecondFactorMutation()
  const [beginPasskey] = useBeginPasskeyLogInMutation()
  const [logInByPasskey] = useLogInByPasskeyMutation()
  const sayWhatIsLeft = useWhatIsLeft()
  const [half, setHalf] = useState<Half | null>(null)
  /** Why the first step is back. */
  const [ended, setEnded] = useState<string | null>(null)
  /** Why the last attempt failed, where no field says it: it stays when the toast has gone. */
  const [failed, setFailed] = useState<string | null>(null)
  const { send, busy } = useSend((way: () => Promise<Answer>) => ({ unwrap: way }))

  async function enter(way: () => Promise<Answer>): Promise<FieldErrors> {
    setEnded(null)
    setFailed(null)
    const outcome = await send(way)
    if (!outcome) return {}
    if (outcome.failure) return refuse(outcome.failure)
    if (outcome.data.status === 'second_factor') setHalf(outcome.data.data)
    else toastGood('Login successful!')
    return {}
  }

  function refuse(failure: Failure): FieldErrors {
    const message = failureText(failure, 'Login failed')
    if (failure.data?.code === 'challenge_ended') {
      setHalf(null)
      setEnded(message)
      return {}
    }
    if (failure.data?.code === 'too_many_failures') {
      // Too much to read for a message that goes.
      setHalf(null)
      setEnded(message)
      return {}
    }
    toastBad(message)
    const field = fieldOfCode[failure.data?.code ?? '']
    const problems = field ? { [field]: message } : fieldProblems(failure)
    if (Object.keys(problems).length === 0) setFailed(message)
    return problems
  }

  return {
    half,
    ended,
    failed,
    busy,
    byPassword: (credentials: Credentials) => enter(() => logIn(credentials).unwrap()),
    byCode: (challenge: string, code: string) =>
      enter(async () => {
        const answer = await giveSecondFactor({ challenge, code }).unwrap()
        if (isRecoveryCode(code)) void sayWhatIsLeft()
        return answer
      }),
    /** After the password. */
    bySecondPasskey: (challenge: string, options: Record<string, unknown>) =>
      enter(async () =>
        giveSecondFactor({ challenge, passkey: await signedByPasskey(options) }).unwrap(),
      ),
    /** Instead of the password. */
    byPasskey: () =>
      enter(async () => {
        const { challenge, options } = (await beginPasskey().unwrap()).data
        return logInByPasskey({ challenge, passkey: await signedByPasskey(options) }).unwrap()
      }),
    startAgain: () => setHalf(null),
  }
}

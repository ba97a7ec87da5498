/** The one rule about proving oneself: what whoever is signed in still has to give before anything secret of theirs changes. */
import { ProblemError } from '../../contract/problems.ts'
import type { Principal } from '../../platform/route.ts'

export type ProofDue = 'second-factor' | 'password'

/** Null for ten minutes after they gave it. A password alone doesn't stand for a second factor. */
export function proofDue({
  session,
  hasSecondFactor,
}: Pick<Principal, 'session' | 'hasSecondFactor'>): ProofDue | null {
  if (session.isFresh) return null
  return hasSecondFactor ? 'second-factor' : 'password'
}

/** The refusal until it is given, as `POST /session/fresh` takes it. */
export function unproved(due: ProofDue): ProblemError {
  if (due === 'password') return new ProblemError('fresh_sign_in_needed')
  const message =
    'Please enter a code of your authenticator app or a recovery code, or use a passkey.'
  return new ProblemError({ code: 'fresh_sign_in_needed', message, fields: { code: message } })
}

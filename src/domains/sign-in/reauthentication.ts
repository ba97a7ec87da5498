/** Proving again who one is: the second factor of who has one, the password of who has none. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { FactorMethod } from '../../contract/session.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import type { Principal } from '../../platform/route.ts'
import type { Challenges } from './challenges.ts'
import { credentialOf } from './credential.ts'
import type { Guesses, OwnCredential } from './guesses.ts'
import { renewSession } from './open-sessions.ts'
import { askForPasskey, type PasskeySite } from './passkeys.ts'
import { methodsOf, readFactors } from './second-factor.ts'

/** The one rule about it: what whoever is signed in still has to give before anything secret of theirs changes. */
export type ProofDue = 'second-factor' | 'password'

/** Null for ten minutes after they gave it. A password alone doesn't stand for a second factor. */
export function proofDue({
  session,
  hasSecondFactor,
}: Pick<Principal, 'session' | 'hasSecondFactor'>): ProofDue | null {
  if (session.isReauthenticated) return null
  return hasSecondFactor ? 'second-factor' : 'password'
}

/** The refusal until it is given, as `POST /session/fresh` takes it. */
export function unproved(due: ProofDue): ProblemError {
  if (due === 'password') return new ProblemError('fresh_sign_in_needed')
  const message =
    'Please enter a code from your authenticator app or a recovery code, or use a passkey.'
  return new ProblemError({ code: 'fresh_sign_in_needed', message, fields: { code: message } })
}

type Parts = {
  pool: Pool
  policy: Policy
  secret: string
  macKeys: MacKeys
  site: PasskeySite
  challenges: Challenges
  guesses: Guesses
}
type Given = {
  password?: string | undefined
  code?: string | undefined
  challenge?: string | undefined
  passkey?: { id: string } | undefined
}

export function createReauthentication(parts: Parts) {
  const { pool, secret, site, challenges, guesses } = parts

  async function methodsFor(person: string): Promise<FactorMethod[]> {
    return methodsOf(await readFactors(pool, person))
  }

  async function checkPassword(person: string, password: string, session: string): Promise<void> {
    const { rows } = await pool.query<OwnCredential>(
      `select person.id as person, password.hash, encode(password.mac, 'hex') as mac, person.email from auth.persons person join auth.passwords password on password.person_id = person.id where person.id = $1`,
      [person],
    )
    if (!rows[0]) throw new ProblemError('not_signed_in')
    if (await guesses.isOwnPassword(rows[0], password, session)) return
    const message = 'The password is wrong.'
    throw new ProblemError({ code: 'fresh_sign_in_needed', message, fields: { password: message } })
  }

  async function checkFactor(
    person: string,
    { code, challenge: signed, passkey }: Given,
    session: string,
  ): Promise<void> {
    if (passkey === undefined)
      return guesses.checkSecondFactor(person, { nonce: null }, { code }, { session })
    const challenge = await challenges.try('fresh', signed ?? '')
    if (challenge.person !== person) throw new ProblemError('challenge_ended')
    await guesses.checkSecondFactor(person, challenge, { passkey }, { session })
    await challenges.end(challenge)
  }

  return {
    async begin({ owner }: Principal) {
      const methods = await methodsFor(owner)
      if (!methods.includes('passkey'))
        return {
          methods: methods.length > 0 ? methods : ['password' as const],
          challenge: null,
          passkeyOptions: null,
        }
      const passkeyOptions = await askForPasskey(pool, site, owner)
      return {
        methods,
        challenge: await challenges.begin('fresh', owner, passkeyOptions.challenge),
        passkeyOptions,
      }
    },

    /** Answers the session's new credential. A password alone doesn't stand for a second factor. */
    async make({ owner, session }: Principal, given: Given) {
      const needsFactor = (await methodsFor(owner)).length > 0
      if (needsFactor === (given.password !== undefined)) {
        if (needsFactor) throw unproved('second-factor')
        const message = 'Please enter your password.'
        throw new ProblemError({
          code: 'fresh_sign_in_needed',
          message,
          fields: { password: message },
        })
      }
      await (given.password === undefined
        ? checkFactor(owner, given, session.id)
        : checkPassword(owner, given.password, session.id))
      const renewed = await renewSession(parts, session.id, owner)
      if (!renewed) throw new ProblemError('not_signed_in')
      return { credential: credentialOf(secret, renewed.token), freshUntil: renewed.freshUntil }
    },
  }
}

/** Signing up and in: the order of the checks, the second factor, and the owner that belongs to a person. */
import type { Pool } from 'pg'
import type { FactorMethod } from '../../contract/session.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Log } from '../../platform/log.ts'
import type { Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { addPerson } from './add-person.ts'
import type { Challenges } from './challenges.ts'
import { credentialOf } from './credential.ts'
import { ensureOwner } from './ensure-owner.ts'
import type { Answer, Guesses } from './guesses.ts'
import type { Limits } from './limits.ts'
import { beginSession, type Caller } from './open-sessions.ts'
import { askForPasskey, takePasskey, type PasskeySite } from './passkeys.ts'
import { checkNewPassword } from './passwords.ts'
import { ownerByReferralCode } from './queries.ts'
import { methodsOf, readFactors } from './second-factor.ts'

export type SignedIn = { owner: string; credential: string }
/** The password was right, and a second factor has to follow. */
export type HalfSignedIn = { challenge: string; methods: FactorMethod[]; passkeyOptions: Record<string, unknown> | null }

type Parts = { pool: Pool; desk: HouseDesk; policy: Policy; secret: string; site: PasskeySite; limits: Limits; challenges: Challenges; guesses: Guesses; log: Log }
type NewPerson = { fullName: string; email: string; password: string; referralCode?: string | null | undefined }

async function isTaken(pool: Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from auth.persons where email = $1', [email])
  return rowCount === 1
}

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn(parts: Parts) {
  const { pool, policy, secret, site, limits, challenges, guesses, log } = parts

  async function begin(person: string, caller: Caller): Promise<SignedIn> {
    await ensureOwner(parts, person, caller.requestId)
    const token = await beginSession(pool, policy, person, caller)
    log.info({ event: 'signed-in', person, address: caller.address, requestId: caller.requestId }, 'security')
    return { owner: person, credential: credentialOf(secret, token) }
  }

  async function askForSecondFactor(person: string): Promise<HalfSignedIn> {
    const methods = methodsOf(await readFactors(pool, person))
    const passkeyOptions = methods.includes('passkey') ? await askForPasskey(pool, site, person) : null
    return { challenge: await challenges.begin('second-factor', person, passkeyOptions?.challenge ?? null), methods, passkeyOptions }
  }

  return {
    async signUp(given: NewPerson, caller: Caller): Promise<SignedIn> {
      const person = { ...given, referralCode: given.referralCode?.toUpperCase() || undefined }
      await limits.beforeSignUp(caller.address)
      checkNewPassword(person.password, policy, { firm: site.name, ...person })
      if (person.referralCode && (await ownerByReferralCode(pool, person.referralCode)) === null) {
        const message = 'This referral code is unknown. Check it or leave it empty.'
        throw new ProblemError({ code: 'unknown_referral_code', message, fields: { referralCode: message } })
      }
      // Before the hash; two at once are told apart by the database.
      const id = (await isTaken(pool, person.email)) ? null : await addPerson(pool, person)
      if (id === null) throw new ProblemError('email_taken')
      return begin(id, caller)
    },

    async logIn(email: string, password: string, caller: Caller): Promise<SignedIn | HalfSignedIn> {
      const { id, hasSecondFactor } = await guesses.checkPassword(email, password, caller)
      return hasSecondFactor ? askForSecondFactor(id) : begin(id, caller)
    },

    async giveSecondFactor(signed: string, answer: Answer, caller: Caller): Promise<SignedIn> {
      const challenge = await challenges.try('second-factor', signed)
      const person = challenge.person!
      await guesses.checkSecondFactor(person, challenge, answer)
      await challenges.end(challenge)
      return begin(person, caller)
    },

    async beginPasskey(address: string) {
      await limits.beforeCeremony(address)
      const options = await askForPasskey(pool, site, null)
      return { challenge: await challenges.begin('passkey-sign-in', null, options.challenge), options }
    },

    async logInByPasskey(signed: string, passkey: { id: string }, caller: Caller): Promise<SignedIn> {
      await limits.beforeSignIn(caller.address)
      const challenge = await challenges.try('passkey-sign-in', signed)
      const person = await takePasskey(pool, site, challenge.nonce!, passkey)
      await challenges.end(challenge)
      await limits.signInDidNotFail(caller.address)
      return begin(person, caller)
    },
  }
}

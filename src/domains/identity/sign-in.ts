/** Signing up, in and out: the order of the checks, the ceremonies, and the owner that belongs to a person. */
import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { addressHeader, withHash, type Ceremonies } from './better-auth.ts'
import { credentialOf } from './credential.ts'
import { ensureOwner } from './ensure-owner.ts'
import { createLanes } from './lanes.ts'
import type { Limits } from './limits.ts'
import { checkNewPassword } from './passwords.ts'
import { ownerByReferralCode } from './queries.ts'

export type Caller = { address: string; userAgent: string; requestId: string }
export type SignedIn = { owner: string; credential: string }

type Parts = { pool: Pool; desk: HouseDesk; policy: Policy; secret: string; ceremonies: Ceremonies; limits: Limits }
type NewPerson = { fullName: string; email: string; password: string; referralCode?: string | null | undefined }

function headersOf(caller: Caller): Headers {
  return new Headers({ [addressHeader]: caller.address, 'user-agent': caller.userAgent.slice(0, 300).replace(/[^\x20-\x7e]/g, '?') })
}

async function isTaken(pool: Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from auth.persons where email = $1', [email])
  return rowCount === 1
}

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn(parts: Parts) {
  const { pool, policy, secret, ceremonies, limits } = parts
  const inLane = createLanes()

  async function endSession(token: string): Promise<void> {
    await pool.query('delete from auth.sessions where token = $1', [token])
  }

  async function checkPassword(email: string, password: string, caller: Caller): Promise<{ id: string; token: string }> {
    await limits.beforePassword(email)
    await limits.beforeSignIn(caller.address)
    try {
      const { token, user } = await ceremonies.api.signInEmail({ body: { email, password }, headers: headersOf(caller) })
      await Promise.all([limits.passwordFitted(email), limits.signInDidNotFail(caller.address)])
      return { id: user.id, token }
    } catch (error) {
      if (error instanceof APIError && error.statusCode === 401) {
        await limits.passwordFailed(email)
        throw new ProblemError('wrong_credentials')
      }
      await limits.signInDidNotFail(caller.address)
      throw error
    }
  }

  async function createPerson(person: NewPerson, caller: Caller): Promise<{ id: string; token: string }> {
    const body = { name: person.fullName, email: person.email, password: person.password, referralCodeUsed: person.referralCode }
    try {
      const { token, user } = await withHash(person.password, () =>
        ceremonies.api.signUpEmail({ body, headers: headersOf(caller) }))
      if (token === null) throw new Error('Signing up gave no session')
      return { id: user.id, token }
    } catch (error) {
      // Two sign-ups at once: the unique index let one through.
      if (error instanceof APIError && await isTaken(pool, person.email)) throw new ProblemError('email_taken')
      throw error
    }
  }

  return {
    endSession,

    async signUp(given: NewPerson, caller: Caller): Promise<SignedIn> {
      const person = { ...given, referralCode: given.referralCode?.toUpperCase() || undefined }
      await limits.beforeSignUp(caller.address)
      checkNewPassword(person.password, policy)
      if (person.referralCode && (await ownerByReferralCode(pool, person.referralCode)) === null) {
        const message = 'This referral code is unknown. Check it or leave it empty.'
        throw new ProblemError({ code: 'unknown_referral_code', message, fields: { referralCode: message } })
      }
      if (await isTaken(pool, person.email)) throw new ProblemError('email_taken')
      const { id, token } = await createPerson(person, caller)
      await ensureOwner(parts, id, caller.requestId)
      return { owner: id, credential: credentialOf(secret, token) }
    },

    async logIn(email: string, password: string, caller: Caller): Promise<SignedIn> {
      // One password of an account at a time: of a burst of guesses, none is checked before the last one has counted.
      const { id, token } = await inLane(email, () => checkPassword(email, password, caller))
      await ensureOwner(parts, id, caller.requestId).catch(async (error: unknown) => {
        await endSession(token)
        throw error
      })
      return { owner: id, credential: credentialOf(secret, token) }
    },
  }
}

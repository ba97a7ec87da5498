/** Signing up, in and out: the order of the checks, the ceremonies, and the owner that belongs to a person. */
import { APIError } from 'better-auth/api'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { OwnerStatus } from '../../contract/user.ts'
import type { Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { addressHeader, withHash, type Ceremonies } from './better-auth.ts'
import { credentialOf } from './credential.ts'
import type { Limits } from './limits.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
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

type Person = { full_name: string; email: string; referral_code_used: string | null; status: OwnerStatus | null }

async function readPerson(pool: Pool, id: string): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>(
    `select p.full_name, p.email, p.referral_code_used, o.status
       from auth.persons p left join owners o on o.id = p.id where p.id = $1`,
    [id],
  )
  return rows[0]
}

/**
 * Opens the owner of a person unless there is one. Everything comes from the person's row, so that
 * whoever signs in next finishes what a crash between the two left undone. Throws for closed accounts.
 */
export async function ensureOwner({ pool, desk }: Pick<Parts, 'pool' | 'desk'>, id: string, requestId: string): Promise<void> {
  const person = await readPerson(pool, id)
  if (!person || person.status === 'closed') throw new ProblemError('account_closed')
  if (person.status !== null) return
  const used = person.referral_code_used
  const referralCode = used !== null && (await ownerByReferralCode(pool, used)) !== null ? used : null
  const command = { owner: id, fullName: person.full_name, email: person.email, role: 'user', referralCode, fixed: false } as const
  try {
    const { status, text } = await desk.run({ kind: 'OpenOwner', id, command, actor: id, key: null, bodyHash: '', requestId })
    if (status >= 400) throw new Error(`The owner of a new person was refused: ${text}`)
  } catch (error) {
    // Another sign-in of the same person may have been quicker.
    if ((await readPerson(pool, id))?.status !== 'active') throw error
  }
}

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn(parts: Parts) {
  const { pool, policy, secret, ceremonies, limits } = parts
  // The lanes of accounts whose password is being checked right now.
  const lanes = new Map<string, Promise<unknown>>()

  /** One password of an account at a time, so that a burst can't have many guesses checked before the first failed. */
  function inLane<T>(email: string, work: () => Promise<T>): Promise<T> {
    const result = (lanes.get(email) ?? Promise.resolve()).then(work)
    const done = result.catch(() => {}).then(() => {
      if (lanes.get(email) === done) lanes.delete(email)
    })
    lanes.set(email, done)
    return result
  }

  async function endSession(token: string): Promise<void> {
    await pool.query('delete from auth.sessions where token = $1', [token])
  }

  async function checkPassword(email: string, password: string, caller: Caller): Promise<{ id: string; token: string }> {
    await limits.beforeSignIn(email, caller.address)
    try {
      const { token, user } = await ceremonies.api.signInEmail({ body: { email, password }, headers: headersOf(caller) })
      await limits.signInSucceeded(email, caller.address)
      return { id: user.id, token }
    } catch (error) {
      if (!(error instanceof APIError) || error.statusCode !== 401) throw error
      await limits.passwordFailed(email)
      throw new ProblemError('wrong_credentials')
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
      const { id, token } = await inLane(email, () => checkPassword(email, password, caller))
      await ensureOwner(parts, id, caller.requestId).catch(async (error: unknown) => {
        await endSession(token)
        throw error
      })
      return { owner: id, credential: credentialOf(secret, token) }
    },
  }
}

/** A person of the demonstration's cast, under a known id; does nothing when there is one already. */
export async function addPerson(
  pool: Pool,
  person: { id?: string; fullName: string; email: string; password: string; referralCode?: string | null },
): Promise<string> {
  const { id = randomUUID(), fullName, email, password, referralCode = null } = person
  const hash = await hashPassword(password)
  // One statement, so that there is never a person without a password.
  await pool.query(
    `with person as (
       insert into auth.persons (id, full_name, email, referral_code_used) values ($1, $2, $3, $4)
       on conflict do nothing returning id)
     insert into auth.credentials (id, person_id, account_id, provider_id, password)
     select $5, id, id::text, 'credential', $6 from person`,
    [id, fullName, email.toLowerCase(), referralCode, randomUUID(), hash],
  )
  return id
}

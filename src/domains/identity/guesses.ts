/** What people prove who they are with: checked, counted when it is wrong, and slower with every time (A3). */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Log } from '../../platform/log.ts'
import type { HouseDesk } from '../house-desk.ts'
import type { Challenge } from './challenges.ts'
import { createLanes } from './lanes.ts'
import type { Limits } from './limits.ts'
import type { Caller } from './open-sessions.ts'
import { takePasskey, type PasskeySite } from './passkeys.ts'
import { isNobodysPassword, isPassword } from './passwords.ts'
import { takeCode } from './second-factor.ts'
import { warn } from './security-change.ts'

type Parts = { pool: Pool; desk: HouseDesk; secret: string; site: PasskeySite; limits: Limits; log: Log }

/** A code, or what a passkey has signed. */
export type Answer = { code?: string | undefined; passkey?: { id: string } | undefined }

/** Whoever got in after so many failures is told of it. */
const failuresWorthAMail = 5

/** One guess at an account at a time: of a burst of them, none is checked before the last one has counted. */
const inLane = createLanes()

export type Guesses = ReturnType<typeof createGuesses>

export function createGuesses(parts: Parts) {
  const { pool, secret, site, limits, log } = parts

  /** The person whose password this is. An e-mail that nobody has takes as long, and fails alike. */
  async function checkPassword(email: string, password: string, caller: Caller): Promise<{ id: string; hasSecondFactor: boolean }> {
    await limits.beforeGuess('failed-account', email)
    await limits.beforeSignIn(caller.address)
    const { rows } = await pool.query<{ id: string; hash: string; hasSecondFactor: boolean }>(
      `select p.id, w.hash, p.has_second_factor as "hasSecondFactor" from auth.persons p join auth.passwords w on w.person_id = p.id where p.email = $1`, [email])
    const known = rows[0]
    const fits = await (known ? isPassword({ hash: known.hash, password }) : isNobodysPassword(password)).catch(async (error: unknown) => {
      await limits.signInDidNotFail(caller.address)
      throw error
    })
    if (!known || !fits) {
      await limits.guessFailed('failed-account', email)
      log.info({ event: 'sign-in-failed', person: known?.id ?? null, address: caller.address, requestId: caller.requestId }, 'security')
      throw new ProblemError('wrong_credentials')
    }
    const [failures] = await Promise.all([limits.guessFitted('failed-account', email), limits.signInDidNotFail(caller.address)])
    if (failures >= failuresWorthAMail) await warn(parts, known.id, 'signed-in-after-failures')
    return known
  }

  /** Whether this is the password of whoever is signed in; wrong ones count as those of signing in do. */
  async function isOwnPassword({ hash, email }: { hash: string; email: string }, password: string): Promise<boolean> {
    await limits.beforeGuess('failed-account', email)
    const fits = await isPassword({ hash, password })
    if (!fits) await limits.guessFailed('failed-account', email)
    return fits
  }

  /** Throws unless this is a second factor of the person; failures slow the next tries down. */
  async function checkSecondFactor(person: string, { nonce }: Pick<Challenge, 'nonce'>, { code, passkey }: Answer): Promise<void> {
    await limits.beforeGuess('failed-code', person)
    const given = passkey === undefined ? await takeCode(pool, secret, person, code ?? '')
      : nonce !== null && (await takePasskey(pool, site, nonce, passkey)) === person ? 'passkey' : null
    if (given === null) {
      await limits.guessFailed('failed-code', person)
      log.info({ event: 'second-factor-failed', person }, 'security')
      throw new ProblemError(passkey === undefined ? 'wrong_code' : 'wrong_passkey')
    }
    await limits.guessFitted('failed-code', person)
    if (given === 'recovery') await warn(parts, person, 'recovery-code-used')
  }

  return {
    checkPassword: (...given: Parameters<typeof checkPassword>) => inLane(given[0], () => checkPassword(...given)),
    isOwnPassword: (...given: Parameters<typeof isOwnPassword>) => inLane(given[0].email, () => isOwnPassword(...given)),
    checkSecondFactor: (...given: Parameters<typeof checkSecondFactor>) => inLane(given[0], () => checkSecondFactor(...given)),
  }
}

/** What people prove who they are with: checked, counted when it is wrong, and slower with every time (A3). */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { isEmailMac } from '../../desk/journal-mac.ts'
import type { Log } from '../../platform/log.ts'
import type { Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import type { Challenge } from './challenges.ts'
import { createKeyedMutex } from '../../platform/keyed-mutex.ts'
import { countedAddress, type Guess, type Limits } from './limits.ts'
import { askForLink } from './links.ts'
import type { Caller } from './open-sessions.ts'
import { takePasskey, type PasskeySite } from './passkeys.ts'
import { isNobodysPassword, isPassword } from './passwords.ts'
import { isPasswordRow } from './row-macs.ts'
import { takeCode, type FactorKeys } from './second-factor.ts'
import { warn } from './security-change.ts'

type Parts = FactorKeys & {
  pool: Pool
  desk: HouseDesk
  policy: Policy
  site: PasskeySite
  limits: Limits
  log: Log
}

/** A code, or what a passkey has signed. */
export type Answer = { code?: string | undefined; passkey?: { id: string } | undefined }

/** Where a second factor is given: while signing in, or in a session that is there. */
export type Where = Pick<Caller, 'address' | 'marks'> | { session: string }

/** A person who got in after this many failures is told of it. */
const failuresWorthAMail = 5

/** One guess of a place at an account at a time: of a burst of them, none is checked before the last one has counted. */
const exclusively = createKeyedMutex()

export type Guesses = ReturnType<typeof createGuesses>

/** Where a guess is made: by a browser that is known, else from an address. Everybody knows the passwords of the demonstration: nothing there is shut for all. */
function createPlaceOf(pool: Pool) {
  return async function placeOf(what: Guess['what'], email: string, where: Where): Promise<Guess> {
    if ('session' in where) return { what, email, place: `session ${where.session}`, known: true }
    const { rows } = await pool.query<{ fixed: boolean | null; mark: string | null }>(
      `select owner.fixed, (select browser.id from auth.known_browsers browser where browser.person_id = person.id and browser.id = any ($2) limit 1) as mark
         from auth.persons person left join owners owner on owner.id = person.id where person.email = $1`,
      [email, where.marks],
    )
    const { fixed = false, mark = null } = rows[0] ?? {}
    return {
      what,
      email,
      place: mark === null ? `address ${countedAddress(where.address)}` : `browser ${mark}`,
      known: mark !== null || fixed === true,
    }
  }
}

/** Counts what is guessed: before it is checked, so that of many at once no more are than may be, and after. */
function createGuessCheck({ pool, limits }: Parts) {
  async function countElsewhere(guess: Guess): Promise<void> {
    await limits.countElsewhere(guess).catch(async (error: unknown) => {
      // The owner of the address, if there is one, gets a link that lets their browser in.
      if (error instanceof ProblemError && (await limits.isFirstOfDay('browser-mail', guess.email)))
        await askForLink(pool, 'known-browser', guess.email)
      throw error
    })
  }

  /** Whether `check` says that it fits. Throws while the place, or every place that isn't known, has to wait. */
  return async function checkGuess(
    guess: Guess,
    check: () => Promise<boolean>,
  ): Promise<{ here: number; elsewhere: number } | null> {
    await limits.checkLockout(guess)
    await countElsewhere(guess)
    const fits = await check().catch(async (error: unknown) => {
      await limits.forgetGuess(guess)
      throw error
    })
    if (fits) return limits.recordSuccess(guess)
    await limits.recordFailure(guess)
    return null
  }
}

/** Counts by address, whichever account is tried; a known browser isn't held up by its neighbours. */
async function countedByAddress<T>(
  limits: Limits,
  { place }: Guess,
  { address }: Caller,
  work: () => Promise<T | null>,
): Promise<T | null> {
  if (place.startsWith('browser ')) return work()
  await limits.countSignIn(address)
  let failed = false
  try {
    const result = await work()
    failed = result === null
    return result
  } finally {
    if (!failed) await limits.forgetSignIn(address)
  }
}

/** Which second factor of the person this is; null: none. */
async function takeFactor(
  parts: Parts,
  person: string,
  { nonce }: Pick<Challenge, 'nonce'>,
  { code, passkey }: Answer,
): Promise<'app' | 'recovery' | 'passkey' | null> {
  if (passkey === undefined) return takeCode(parts, person, code ?? '')
  return nonce !== null && (await takePasskey(parts, nonce, passkey)) === person ? 'passkey' : null
}

async function emailOf(pool: Pool, person: string): Promise<string> {
  const { rows } = await pool.query<{ email: string }>(
    'select email from auth.persons where id = $1',
    [person],
  )
  if (!rows[0]) throw new ProblemError('not_signed_in')
  return rows[0].email
}

/** A password as it is kept, and whose. */
export type OwnCredential = { person: string; hash: string; mac: string | null; email: string }

type Known = {
  id: string
  hash: string
  mac: string | null
  emailMac: string | null
  hasSecondFactor: boolean
}

async function knownBy(pool: Pool, email: string): Promise<Known | undefined> {
  const { rows } = await pool.query<Known>(
    `select person.id, password.hash, encode(password.mac, 'hex') as mac, encode(person.email_mac, 'hex') as "emailMac", person.has_second_factor as "hasSecondFactor" from auth.persons person join auth.passwords password on password.person_id = person.id where person.email = $1`,
    [email],
  )
  return rows[0]
}

async function tellOfFailures(
  parts: Parts,
  person: string,
  { email }: Guess,
  { here, elsewhere }: { here: number; elsewhere: number },
): Promise<void> {
  const worthIt =
    (here >= failuresWorthAMail && (await parts.limits.mayMailFailures(email))) ||
    (elsewhere >= failuresWorthAMail &&
      (await parts.limits.isFirstOfDay('told-of-failures', email)))
  if (worthIt) await warn(parts, person, 'signed-in-after-failures')
}

const keyOf = ({ what, email, place }: Guess) => `${what} ${email} ${place}`

type Checking = Parts & {
  placeOf: ReturnType<typeof createPlaceOf>
  checkGuess: ReturnType<typeof createGuessCheck>
}

function passwordGuesses({ placeOf, checkGuess, ...parts }: Checking) {
  const { pool, limits, log, macKeys } = parts

  /** Takes as long where the row is not one that this server wrote; then nothing fits, and it is an alarm. */
  async function isTheirs(row: Omit<OwnCredential, 'email'>, password: string): Promise<boolean> {
    const fits = await isPassword({ hash: row.hash, password })
    if (isPasswordRow(macKeys, row)) return fits
    log.error({ event: 'altered-password', person: row.person }, 'security')
    return false
  }

  /** An address that somebody wrote to a person signs nobody in, whatever the password; and it is an alarm. */
  function isAddressOf({ id: person, emailMac: mac }: Known, email: string): boolean {
    if (isEmailMac(macKeys, { person, email, mac })) return true
    log.error({ event: 'altered-email', person }, 'security')
    return false
  }

  /** The person whose password this is. An email that nobody has takes as long, and fails alike. */
  async function check(guess: Guess, password: string, caller: Caller): Promise<Known> {
    const known = await knownBy(pool, guess.email)
    const failures = await countedByAddress(limits, guess, caller, () =>
      checkGuess(guess, () =>
        known
          ? isTheirs({ ...known, person: known.id }, password).then(
              (fits) => isAddressOf(known, guess.email) && fits,
            )
          : isNobodysPassword(password),
      ),
    )
    if (!known || failures === null) {
      log.info(
        {
          event: 'sign-in-failed',
          person: known?.id ?? null,
          address: caller.address,
          requestId: caller.requestId,
        },
        'security',
      )
      throw new ProblemError('wrong_credentials')
    }
    await tellOfFailures(parts, known.id, guess, failures)
    return known
  }

  return {
    async checkPassword(email: string, password: string, caller: Caller) {
      const guess = await placeOf('account', email, caller)
      return exclusively(keyOf(guess), () => check(guess, password, caller))
    },

    /** Whether this is the password of the person who is signed in; wrong ones count in the session's own place. */
    async isOwnPassword(
      credential: OwnCredential,
      password: string,
      session: string,
    ): Promise<boolean> {
      const guess = await placeOf('account', credential.email, { session })
      return exclusively(
        keyOf(guess),
        async () => (await checkGuess(guess, () => isTheirs(credential, password))) !== null,
      )
    },
  }
}

function secondFactorGuesses({ placeOf, checkGuess, ...parts }: Checking) {
  /** Throws unless this is a second factor of the person; failures slow the next tries down. */
  async function check(
    person: string,
    guess: Guess,
    challenge: Pick<Challenge, 'nonce'>,
    answer: Answer,
  ): Promise<void> {
    let given: Awaited<ReturnType<typeof takeFactor>> = null
    const right = await checkGuess(
      guess,
      async () => (given = await takeFactor(parts, person, challenge, answer)) !== null,
    )
    if (right === null) {
      parts.log.info({ event: 'second-factor-failed', person }, 'security')
      throw new ProblemError(answer.passkey === undefined ? 'wrong_code' : 'wrong_passkey')
    }
    if (given === 'recovery') await warn(parts, person, 'recovery-code-used')
  }

  return {
    async checkSecondFactor(
      person: string,
      challenge: Pick<Challenge, 'nonce'>,
      answer: Answer,
      where: Where,
    ): Promise<void> {
      const guess = await placeOf('code', await emailOf(parts.pool, person), where)
      return exclusively(keyOf(guess), () => check(person, guess, challenge, answer))
    },
  }
}

export function createGuesses(parts: Parts) {
  const checking = {
    ...parts,
    placeOf: createPlaceOf(parts.pool),
    checkGuess: createGuessCheck(parts),
  }
  return { ...passwordGuesses(checking), ...secondFactorGuesses(checking) }
}

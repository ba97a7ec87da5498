/** Passwords: which are taken, and their hashing, which is made slow and therefore has to queue. */
import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Policy } from '../../platform/policy.ts'
import { createLimiter } from '../../platform/limiter.ts'

// OWASP Password Storage Cheat Sheet: Argon2id (this library's default) with 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two cores hash at once. When this many wait, the next caller is better refused at once, and one who takes up the whole queue sooner. */
const limited = createLimiter({ concurrency: 2, maxWaiting: 90, perAsker: 62 })

// common-passwords.md says where they come from.
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** What an attacker tries first. */
export type Guessable = { firm: string; email: string; fullName: string }

/** Without what people add to a name to make a password of it: punctuation, spaces, figures at the end. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]/gu, '')
    .replace(/\d{1,1024}$/, '')
}

function isGuessable(password: string, { firm, email, fullName }: Guessable): boolean {
  const names = ['Glasshouse', firm, email, email.split('@', 1)[0]!, fullName].map(bare)
  const given = bare(password)
  return given !== '' && names.includes(given)
}

/** Throws a 400 on the field when the policy doesn't take this as a new password of this person. */
export function checkNewPassword(
  password: string,
  policy: Policy,
  person: Guessable,
  field = 'password',
): void {
  const { min, max } = policy.passwordLength
  const length = Array.from(password).length
  const refused = (message: string) =>
    new ProblemError({ code: 'validation_failed', message, fields: { [field]: message } })
  if (length < min) throw refused(`Password must be at least ${min} characters`)
  if (length > max) throw refused(`Password can have at most ${max} characters`)
  const tooCommon = (message: string) =>
    new ProblemError({ code: 'password_too_common', message, fields: { [field]: message } })
  if (common.has(password.toLowerCase()))
    throw tooCommon('This password is too common. Please choose another.')
  if (isGuessable(password, person))
    throw tooCommon(
      'This password is a name or an email address that others know. Please choose another.',
    )
}

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, cost))
}

export function isPassword({
  hash: stored,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  return limited(() => verify(stored, password))
}

let ofNobody: Promise<string> | null = null

/** Takes as long as `isPassword`, for an email that nobody has: the time must not tell (A2). */
export async function isNobodysPassword(password: string): Promise<false> {
  // Made at the first need, of a text that nobody will type; a failure is no reason never to try again.
  ofNobody ??= hashPassword(randomBytes(32).toString('hex')).catch((error: unknown) => {
    ofNobody = null
    throw error
  })
  await isPassword({ hash: await ofNobody, password })
  return false
}

/** SQL: a row where this person has changed their password within so many days; more conditions may follow. */
export const passwordChanged = (person: string, days: number) =>
  `select 'password-changed' from auth.passwords
            where person_id = ${person} and changed_at > created_at + interval '1 second' and changed_at > clock_timestamp() - make_interval(days => ${days})`

/** Throws unless this email with this password is still all that the person needs. */
export async function isStillAll(
  client: PoolClient,
  { id, email, hash }: { id: string; email: string; hash: string },
): Promise<void> {
  const { rowCount } = await client.query(
    `select from auth.persons person join auth.passwords password on password.person_id = person.id
      where person.id = $1 and person.email = $2 and password.hash = $3 and not person.has_second_factor`,
    [id, email, hash],
  )
  if (rowCount !== 1) throw new ProblemError('wrong_credentials')
}

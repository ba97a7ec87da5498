/** The settings page: a name and a password, changed by the person themselves. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { updateApiUser } from '../../contract/user.ts'
import { afterRecorded, type Call, type Principal, type Recorded } from '../../platform/route.ts'
import type { Guesses, OwnCredential } from './guesses.ts'
import { guessesOf, limitsOf, type SignInContext } from './parts.ts'
import { markBrowser } from './known-browsers.ts'
import { endSessions } from './open-sessions.ts'
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts'
import { proofDue, unproved } from './reauthentication.ts'
import { passwordMac } from './row-macs.ts'
import { changeSecurity } from './security-change.ts'

type Credential = OwnCredential & { fixed: boolean }

/** The password was set after this command was recorded: what is repeated now is done already. */
class SetSince extends Error {}

async function credentialOf(pool: Pool, owner: string): Promise<Credential> {
  const { rows } = await pool.query<Credential>(
    `select person.id as person, password.hash, encode(password.mac, 'hex') as mac, person.email, owner.fixed
         from auth.passwords password join auth.persons person on person.id = password.person_id join owners owner on owner.id = person.id
        where password.person_id = $1`,
    [owner],
  )
  if (!rows[0]) throw new ProblemError('not_signed_in')
  return rows[0]
}

/** Asks for the current password of who has no second factor, unless they proved themselves lately; guesses are counted. */
async function checkProof(
  guesses: Guesses,
  principal: Principal,
  credential: Credential,
  current: string | undefined,
): Promise<void> {
  const due = proofDue(principal)
  if (due === null) return
  if (due === 'second-factor' || current === undefined) throw unproved(due)
  if (await guesses.isOwnPassword(credential, current, principal.session.id)) return
  const message = 'The current password is wrong.'
  throw new ProblemError({
    code: 'fresh_sign_in_needed',
    message,
    fields: { currentPassword: message },
  })
}

/**
 * Sets it unless it was set since the command of this key was recorded: a repetition finishes what a crash
 * left undone, but a late one never brings an old password back. Answers the marks of this browser, which is known again.
 */
async function setPassword(
  context: SignInContext,
  {
    principal: { owner, session },
    body: { password },
    asked: { key },
    marks,
  }: Call<typeof updateApiUser>,
): Promise<string[]> {
  const hash = await hashPassword(password)
  const setting = changeSecurity(
    context,
    { person: owner, change: 'password-changed', keep: session.id },
    async (client) => {
      const { rowCount } = await client.query(
        `update auth.passwords set hash = $2, mac = decode($4, 'hex'), changed_at = clock_timestamp()
          where person_id = $1
            and changed_at < coalesce((select recorded_at from desk.commands where actor = $1 and key = $3), 'infinity')`,
        [owner, hash, key, passwordMac(context.macKeys, { person: owner, hash })],
      )
      if (rowCount !== 1) throw new SetSince()
      return markBrowser(client, owner, marks)
    },
  )
  return setting.catch((error: unknown) => {
    if (!(error instanceof SetSince)) throw error
    return marks
  })
}

export function createSettings(context: SignInContext) {
  const { pool, policy, desk, firm } = context
  const guesses = guessesOf(context)
  const limits = limitsOf(context)

  return async function changeSettings(
    call: Call<typeof updateApiUser>,
    onMarks: (marks: string[]) => void,
  ): Promise<Recorded> {
    const { principal, body, asked } = call
    const credential = await credentialOf(pool, principal.owner)
    await checkProof(guesses, principal, credential, body.currentPassword)
    const same = await isPassword({ hash: credential.hash, password: body.password })
    if (!same) {
      checkNewPassword(body.password, policy, {
        firm: firm.name,
        email: credential.email,
        fullName: body.fullName,
      })
      if (credential.fixed) throw new ProblemError('fixed_account')
      await limits.countPasswordChange(principal.owner)
    }
    // The name first: a key that was used for something else is refused before the password changes.
    const command = { owner: principal.owner, fullName: body.fullName }
    const recorded = await desk.run({ kind: 'ChangeName', command, ...asked })
    if (recorded.status >= 400) return recorded
    if (!same) onMarks(await afterRecorded(setPassword(context, call)))
    await afterRecorded(
      endSessions(pool, {
        person: principal.owner,
        but: principal.session.id,
        why: 'settings-saved',
      }),
    )
    return recorded
  }
}

/** A new e-mail, confirmed by whoever gets the mails that are sent to it. */
import { ProblemError } from '../../contract/problems.ts'
import { idFromName } from '../../platform/ids.ts'
import { afterRecorded, type Recorded } from '../../platform/route.ts'
import { signedId } from '../../platform/signed.ts'
import type { IdentityContext } from './parts.ts'

/** The command's id follows from the link's: of many uses at once one is booked, and the others get its reply. Throws `link_ended`. */
export async function confirmEmail({ pool, desk, secret }: IdentityContext, signed: string, requestId: string): Promise<Recorded> {
  const link = signedId(secret, 'confirm-email', signed)
  const { rows } = await pool.query<{ person: string; email: string }>(
    `select person_id as person, email from auth.links where id = $1 and use = 'confirm-email' and expires_at > clock_timestamp()`, [link])
  if (!rows[0]) throw new ProblemError('link_ended')
  const { person, email } = rows[0]
  const recorded = await desk.run({
    kind: 'ConfirmEmail', id: idFromName(`confirm-email ${link}`), command: { owner: person, email }, actor: person, key: null, bodyHash: '', requestId,
  })
  if (recorded.status < 400) await afterRecorded(pool.query('delete from auth.links where id = $1', [link]))
  return recorded
}

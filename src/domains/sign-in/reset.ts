/** A forgotten password: asked for by anybody, answered by mail, redeemed once. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import { linkedBy } from '../../platform/signed.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import { markBrowser } from './known-browsers.ts'
import type { Limits } from './limits.ts'
import { askForLink } from './links.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { passwordMac } from './row-macs.ts'
import { changeSecurity } from './security-change.ts'

/**
 * Writes down the request, and nothing else: the same for addresses that are known here and those that aren't, so that
 * neither the reply nor its time tells. Beyond the limit of an account nothing is written, and the reply is the same.
 */
export async function askForReset(
  pool: Pool,
  limits: Limits,
  email: string,
  address: string,
): Promise<void> {
  await limits.countReset(address)
  if (await limits.mayMailReset(email)) await askForLink(pool, 'reset-password', email)
}

type Parts = {
  pool: Pool
  desk: HouseDesk
  policy: Policy
  secret: string
  macKeys: MacKeys
  firm: Pick<FirmFacts, 'name'>
}

/**
 * Sets the password by a link, once; of many at the same time, one. A reader of the account's mails has proved as much as
 * by the link that marks a browser: answers the marks of this one. Throws `link_ended`, or what is wrong with the password.
 */
export async function resetPassword(
  parts: Parts,
  signed: string,
  password: string,
  marks: readonly string[],
): Promise<string[]> {
  const { pool, policy, secret, macKeys, firm } = parts
  const { id = null, person: mailedTo = null } = linkedBy(secret, 'reset-password', signed) ?? {}
  const { rows } = await pool.query<{ person: string; email: string; fullName: string }>(
    `select person.id as person, person.email, person.full_name as "fullName" from auth.links link join auth.persons person on person.id = link.person_id
      where link.id = $1 and link.person_id = $2 and link.use = 'reset-password' and link.expires_at > clock_timestamp()`,
    [id, mailedTo],
  )
  if (!rows[0]) throw new ProblemError('link_ended')
  const { person, ...known } = rows[0]
  checkNewPassword(password, policy, { firm: firm.name, ...known }, 'newPassword')
  const hash = await hashPassword(password)
  return changeSecurity(parts, { person, change: 'password-reset', keep: null }, async (client) => {
    const { rowCount } = await client.query(
      'delete from auth.links where id = $1 and person_id = $2 and expires_at > clock_timestamp()',
      [id, person],
    )
    if (rowCount !== 1) throw new ProblemError('link_ended')
    await client.query(
      `update auth.passwords set hash = $2, mac = decode($3, 'hex'), changed_at = clock_timestamp() where person_id = $1`,
      [person, hash, passwordMac(macKeys, { person, hash })],
    )
    return markBrowser(client, person, marks)
  })
}

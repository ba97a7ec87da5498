/** A forgotten password: asked for by anybody, answered by mail, redeemed once. */
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import { markBrowser } from './known-browsers.ts'
import type { Limits } from './limits.ts'
import { askForLink, findLink } from './links.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { passwordMac } from './row-macs.ts'
import { endFactorsTexts } from './second-factor.ts'
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
 * Whoever opened an account that isn't verified may be another one than who reads its mails: of theirs nothing stays. That it is
 * verified now, the note says that follows. The owner's lock must be held.
 */
async function endWhatWasBefore(client: PoolClient, person: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from owners where id = $1 and not email_verified',
    [person],
  )
  if (rowCount === 0) return
  await client.query('delete from auth.links where person_id = $1', [person])
  for (const text of endFactorsTexts) await client.query(text, [[person]])
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
  const { policy, macKeys, firm } = parts
  const { id, person, ...known } = await findLink(parts, 'reset-password', signed)
  checkNewPassword(password, policy, { firm: firm.name, ...known }, 'newPassword')
  const hash = await hashPassword(password)
  return changeSecurity(parts, { person, change: 'password-reset', keep: null }, async (client) => {
    const { rowCount } = await client.query(
      'delete from auth.links where id = $1 and person_id = $2 and expires_at > clock_timestamp()',
      [id, person],
    )
    if (rowCount !== 1) throw new ProblemError('link_ended')
    await endWhatWasBefore(client, person)
    await client.query(
      `update auth.passwords set hash = $2, mac = decode($3, 'hex'), changed_at = clock_timestamp() where person_id = $1`,
      [person, hash, passwordMac(macKeys, { person, hash })],
    )
    return markBrowser(client, person, marks)
  })
}

/** An invitation is used: the account is made, once, by whoever has the link. */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { inTransaction } from '../../platform/database.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { Policy } from '../../platform/policy.ts'
import { insertPerson } from '../sign-in/add-person.ts'
import type { Limits } from '../sign-in/limits.ts'
import { checkNewPassword, hashPassword } from '../sign-in/passwords.ts'
import { usedMac } from './macs.ts'
import { emailTaken, findInvitation, markUsedText } from './queries.ts'

type Parts = {
  pool: Pool
  policy: Policy
  secret: string
  macKeys: MacKeys
  site: { name: string }
  limits: Limits
}

/**
 * Answers the id of the account. Throws `link_ended` and `email_taken` with the reason, or what is wrong with the password.
 * Of many at the same time one succeeds: the invitation's row is theirs until the account is there.
 */
export async function redeemInvitation(
  parts: Parts,
  signed: string,
  { fullName, password }: { fullName: string; password: string },
  address: string,
): Promise<string> {
  const { pool, policy, macKeys, site, limits } = parts
  const { id, email } = await findInvitation(parts, signed)
  await limits.countStaffInvitation(address)
  checkNewPassword(password, policy, { firm: site.name, email, fullName })
  const hash = await hashPassword(password)
  const owner = randomUUID()
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(markUsedText, [
      id,
      owner,
      usedMac(macKeys, { id, owner }),
    ])
    if (rowCount !== 1) {
      await findInvitation({ ...parts, pool: client as unknown as Pool }, signed)
      throw new ProblemError('link_ended')
    }
    if (!(await insertPerson(client, macKeys, { id: owner, fullName, email, hash })))
      throw emailTaken()
  })
  return owner
}

import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { OwnerStatus } from '../../contract/user.ts'
import type { MacKeys } from '../../platform/mac.ts'
import type { HouseDesk } from '../house-desk.ts'
import { readUsed } from '../staff-invitations/queries.ts'
import { ownerByReferralCode } from '../people/queries.ts'

type Person = {
  full_name: string
  email: string
  referral_code_used: string | null
  status: OwnerStatus | null
}

async function readPerson(pool: Pool, id: string): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>(
    `select person.full_name, person.email, person.referral_code_used, owner.status
       from auth.persons person left join owners owner on owner.id = person.id where person.id = $1`,
    [id],
  )
  return rows[0]
}

/**
 * Opens the owner of a person unless there is one. Everything comes from the person's row, so that
 * the next sign-in finishes what a crash between the two left undone. Throws for closed accounts.
 */
export async function ensureOwner(
  { pool, desk, macKeys }: { pool: Pool; desk: HouseDesk; macKeys: MacKeys },
  id: string,
  requestId: string,
): Promise<void> {
  const person = await readPerson(pool, id)
  if (!person || person.status === 'closed') throw new ProblemError('account_closed')
  if (person.status !== null) return
  const used = person.referral_code_used
  const referralCode =
    used !== null && (await ownerByReferralCode(pool, used)) !== null ? used : null
  // Whoever had the link of an invitation reads that mailbox, or had it from who runs the server.
  const [invitation] = await readUsed({ pool, macKeys }, id)
  const command = {
    owner: id,
    fullName: person.full_name,
    email: person.email,
    role: 'user',
    referralCode,
    fixed: false,
    vouched: invitation?.email === person.email,
  } as const
  try {
    const { status, text } = await desk.run({
      kind: 'OpenOwner',
      id,
      command,
      actor: id,
      key: null,
      bodyHash: '',
      requestId,
    })
    if (status >= 400) throw new Error(`The owner of a new person was refused: ${text}`)
  } catch (error) {
    // Another sign-in of the same person may have been quicker.
    if ((await readPerson(pool, id))?.status !== 'active') throw error
  }
}

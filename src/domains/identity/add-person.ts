import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { hashPassword } from './passwords.ts'

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

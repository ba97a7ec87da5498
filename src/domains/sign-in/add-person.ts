import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { emailMac } from '../../desk/journal-mac.ts'
import type { Database } from '../../platform/database.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { hashPassword } from './passwords.ts'
import { passwordMac } from './row-macs.ts'

type NewPerson = {
  id?: string
  fullName: string
  email: string
  password: string
  referralCode?: string | null | undefined
}

/** A person with a password, and their id; null when there is one with this id or email already. */
export async function addPerson(
  { pool, macKeys }: { pool: Pool; macKeys: MacKeys },
  { password, id = randomUUID(), ...person }: NewPerson,
): Promise<string | null> {
  // Before the statement: a sign-up that queues for a hash holds no connection.
  const hash = await hashPassword(password)
  return (await insertPerson(pool, macKeys, { ...person, id, hash })) ? id : null
}

export async function isTaken(db: Database, email: string): Promise<boolean> {
  const { rowCount } = await db.query('select from auth.persons where email = $1', [email])
  return rowCount === 1
}

type Hashed = Omit<NewPerson, 'password'> & { id: string; hash: string }

/** Whether there was nobody with this id or email. */
export async function insertPerson(
  db: Database,
  macKeys: MacKeys,
  { id, fullName, email, hash, referralCode = null }: Hashed,
): Promise<boolean> {
  const address = email.toLowerCase()
  // One statement, so that there is never a person without a password.
  const { rowCount } = await db.query(
    `with person as (
       insert into auth.persons (id, full_name, email, referral_code_used, email_mac) values ($1, $2, $3, $4, decode($7, 'hex'))
       on conflict do nothing returning id)
     insert into auth.passwords (person_id, hash, mac) select id, $5, decode($6, 'hex') from person`,
    [
      id,
      fullName,
      address,
      referralCode,
      hash,
      passwordMac(macKeys, { person: id, hash }),
      emailMac(macKeys, id, address),
    ],
  )
  return rowCount === 1
}

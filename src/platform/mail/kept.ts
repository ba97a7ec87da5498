/** The mails that were written, as the page of the outbox shows them. */
import type { Pool } from 'pg'
import type { Instant } from '../../lib/instant.ts'

export type Mail = {
  id: bigint
  owner: string
  template: string
  values: Record<string, string>
  state: string
  created_at: Instant
  address: string | null
  name: string | null
}

export async function readNewestMails(pool: Pool, most: number): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>(
    `select mail.id, mail.owner_id as owner, mail.template, mail."values", mail.state, mail.created_at, coalesce(mail.recipient, person.email) as address, person.full_name as name
      from outbox mail left join auth.persons person on person.id = mail.owner_id order by mail.id desc limit ${most}`,
  )
  return rows
}

/** The mails that were written, as the page of the outbox shows them. */
import type { Pool } from 'pg'
import type { Instant } from '../../lib/instant.ts'

export type Mail = {
  id: bigint
  template: string
  values: Record<string, string>
  state: string
  created_at: Instant
  address: string | null
  name: string | null
}

export async function readNewestMails(pool: Pool, most: number): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>(
    `select o.id, o.template, o."values", o.state, o.created_at, coalesce(o.recipient, p.email) as address, p.full_name as name
      from outbox o left join auth.persons p on p.id = o.owner_id order by o.id desc limit ${most}`,
  )
  return rows
}

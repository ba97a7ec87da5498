/** The mails that were written, as the page of the outbox shows them. */
import type { Pool } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import { actorOf, type Addressee } from './addressee.ts'

export type Mail = Addressee & {
  id: bigint
  template: string
  values: Record<string, string>
  state: string
  created_at: Instant
  address: string | null
}

const columns = `mail.id, mail.owner_id as owner, mail.template, mail."values", mail.state, mail.created_at, coalesce(mail.recipient, person.email) as address, person.full_name as name, actor.full_name as by`
const tables = `outbox mail left join auth.persons person on person.id = mail.owner_id ${actorOf('mail')}`

export async function readNewestMails(pool: Pool, most: number): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>(
    `select ${columns} from ${tables} order by mail.id desc limit ${most}`,
  )
  return rows
}

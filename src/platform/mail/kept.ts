/** The mails that were written, as the page of the outbox shows them. */
import type { Pool } from 'pg'
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../database.ts'
import { addresseeOf, nameTold, type Addressee } from './addressee.ts'

export type Mail = Addressee & {
  id: bigint
  template: string
  values: Record<string, string>
  state: string
  created_at: Instant
}

const columns = `mail.id, mail.owner_id as owner, mail.template, mail."values", mail.state, mail.created_at, coalesce(mail.recipient, person.email) as address, ${nameTold} as name, actor.full_name as by`
const tables = `outbox mail ${addresseeOf('mail')}`

export async function readNewestMails(pool: Pool, most: number): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>(
    `select ${columns} from ${tables} order by mail.id desc limit ${most}`,
  )
  return rows
}

/** Those to one person, in the order in which they were written, after this one. */
export async function readMailsTo(
  db: Database,
  owner: string,
  { after, limit }: { after: bigint; limit: number },
): Promise<Mail[]> {
  const { rows } = await db.query<Mail>({
    name: 'outbox.of-owner',
    // By the indexes that are there: of commands in their list, and without a command.
    text: `select ${columns} from ${tables} where mail.owner_id = $1 and mail.id > $2 and mail.id in (
        select told.id from desk.activity item join outbox told using (command_id) where item.owner_id = $1
        union all select told.id from outbox told where told.owner_id = $1 and told.command_id is null)
      order by mail.id limit $3`,
    values: [owner, after, limit],
  })
  return rows
}

/** Up to which entry of their activity a person has read, and of what their bell doesn't tell. Nobody else sees either. */
import type { Pool } from 'pg'
import type { NotificationTopic } from '../../contract/notifications.ts'
import { ProblemError } from '../../contract/problems.ts'

export type Bell = { readUpTo: bigint; muted: NotificationTopic[] }

export async function readBell(pool: Pool, person: string): Promise<Bell> {
  const { rows } = await pool.query<Bell>({
    name: 'bell.read',
    text: 'select read_up_to as "readUpTo", muted_notifications as muted from auth.persons where id = $1',
    values: [person],
  })
  if (!rows[0]) throw new ProblemError('not_signed_in')
  return rows[0]
}

/** Never back, and never beyond what has happened. In one statement, so that two windows don't undo each other. Answers where it stands. */
export async function markAsRead(pool: Pool, person: string, upTo: number): Promise<number> {
  const { rows } = await pool.query<Pick<Bell, 'readUpTo'>>({
    name: 'bell.mark',
    text: `update auth.persons person set read_up_to = greatest(person.read_up_to, least($2::bigint, owner.version)) from owners owner
            where person.id = $1 and owner.id = $1 returning person.read_up_to as "readUpTo"`,
    values: [person, upTo],
  })
  if (!rows[0]) throw new ProblemError('not_signed_in')
  return Number(rows[0].readUpTo)
}

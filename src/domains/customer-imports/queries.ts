import { noRoles } from '../../contract/roles.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { isFileOfImport } from '../import-records/queries.ts'
import { isHeldStill } from '../proposals/queries.ts'
import type { Taken } from './check.ts'

/** SQL: what an open proposal holds of this file. */
const heldFile = (file: string) => `'import ' || ${file}`

/** Which of these somebody has here already. */
export async function readTaken(db: Database, emails: readonly string[]): Promise<Taken> {
  const { rows } = await db.query<{ email: string; isStaff: boolean }>({
    name: 'customer-imports.taken',
    text: `select person.email, coalesce(owner.roles <> '${noRoles}', false) as "isStaff"
      from auth.persons person left join owners owner on owner.id = person.id where person.email = any ($1)`,
    values: [emails],
  })
  return new Map(rows.map(({ email, isStaff }) => [email, isStaff ? 'staff' : 'person']))
}

type KeptFile = { file: string; digest: string; content: Buffer }

export async function keepFile(db: Database, { file, digest, content }: KeptFile): Promise<void> {
  await db.query({
    name: 'customer-imports.keep-file',
    text: 'insert into import_files (id, digest, content) values ($1, $2, $3)',
    values: [file, digest, content],
  })
}

/** Null where it isn't kept, or not any more. */
export async function readFile(db: Database, file: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ content: Buffer }>({
    name: 'customer-imports.file',
    text: 'select content from import_files where id = $1',
    values: [file],
  })
  return rows[0]?.content ?? null
}

/**
 * Deletes the files that nothing needs: no open proposal has them, and no import that still is being booked, or that was finished
 * within the last 30 days, by business time, and of which nobody has left since. One that was just sent in waits an hour for its
 * proposal.
 */
export async function sweepFiles(db: Database): Promise<void> {
  await db.query({
    name: 'customer-imports.sweep-files',
    text: `delete from import_files kept where kept_at < clock_timestamp() - interval '1 hour'
      and not ${isHeldStill(heldFile('kept.id'))} and not ${isFileOfImport('kept.id')}`,
  })
}

/** Some of an import who haven't got their link: not who has confirmed their email by another, nor who has left. */
export async function readUninvited(
  db: Database,
  { among, limit }: { among: string; limit: number },
): Promise<OwnerId[]> {
  const { rows } = await db.query<{ id: OwnerId }>({
    name: 'customer-imports.uninvited',
    text: `select owner.id from (${among}) imported join owners owner on owner.id = imported.id
      where owner.status <> 'closed' and not owner.email_verified
        and not exists (select from import_invitations invitation where invitation.person_id = owner.id)
      order by owner.id limit $1`,
    values: [limit],
  })
  return rows.map(({ id }) => id)
}

/** Whether they weren't invited before. Their row must be locked. */
export async function markInvited(db: Database, person: OwnerId): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'customer-imports.mark-invited',
    text: `insert into import_invitations (person_id) select id from owners where id = $1 and status <> 'closed' and not email_verified
      on conflict do nothing`,
    values: [person],
  })
  return rowCount === 1
}

import { noRoles } from '../../contract/roles.ts'
import type { Database } from '../../platform/database.ts'
import type { Taken } from './check.ts'

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

/** Mails that are sent by what stands in a person's own row: once, however many processes look. */
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'

type Telling = { template: string; values: Record<string, string | undefined> }

/** `mark` notes under the person's lock that they are told, and says of what; null: they were told, or there is nothing to tell. */
export async function tellOnce(
  pool: Pool,
  person: string,
  mark: (client: PoolClient) => Promise<Telling | null>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select from auth.persons where id = $1 for no key update', [person])
    const telling = await mark(client)
    if (telling)
      await client.query(`insert into outbox (owner_id, template, "values") values ($1, $2, $3)`, [
        person,
        telling.template,
        telling.values,
      ])
  })
}

import type { Database } from '../../platform/database.ts'

/** Who gets the transfer, for each of these requests that is one. */
export async function readRecipients(
  db: Database,
  requests: readonly string[],
): Promise<Map<string, string>> {
  if (requests.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; recipient: string }>({
    name: 'withdrawals.recipients',
    text: 'select id, recipient_id as recipient from withdrawals where id = any ($1) and recipient_id is not null',
    values: [requests],
  })
  return new Map(rows.map(({ id, recipient }) => [id, recipient]))
}

/** Whose verified name this is. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'

/** By the name as it was asked for, whatever its letters; nobody where several bear it, or whose time as verified is over. */
export async function readByVerifiedName(
  db: Database,
  names: readonly string[],
): Promise<Map<string, OwnerId>> {
  const { rows } = await db.query<{ name: string; owner: OwnerId }>({
    name: 'verifications.by-name',
    text: `select asked.name, min(verification.owner_id::text)::uuid as owner
      from unnest($1::text[]) as asked (name) join verifications verification on upper(verification.legal_name) = upper(asked.name)
      where verification.status = 'verified' and verification.verified_until > (select business_now())
      group by asked.name having count(distinct verification.owner_id) = 1`,
    values: [names],
  })
  return new Map(rows.map(({ name, owner }) => [name, owner]))
}

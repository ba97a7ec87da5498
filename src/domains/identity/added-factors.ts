import type { PoolClient } from 'pg'
import type { SecurityChange } from '../../contract/security.ts'

export const isAddition = (change: SecurityChange) =>
  change === 'app-added' || change === 'passkey-added'

/** Keeps, under the id of the change, when the factor was added: the link of the mail carries this id. */
export async function rememberAddition(
  client: PoolClient,
  { id, person, change }: { id: string; person: string; change: SecurityChange },
): Promise<void> {
  if (!isAddition(change)) return
  const added =
    change === 'app-added'
      ? 'select confirmed_at as at from auth.authenticator_apps'
      : 'select max(created_at) as at from auth.passkeys'
  await client.query(
    `insert into auth.added_factors (id, person_id, added_at) select $1, $2, at from (${added} where person_id = $2) a`,
    [id, person],
  )
}

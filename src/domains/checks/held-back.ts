/** For whom nothing is credited that came from an address on a list: until they were compared with the lists as they are, and two of staff said of every match that it is somebody else. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { comparedNow } from './compared.ts'
import { keptByCheck } from './stops.ts'

export async function readHeldBack(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlySet<OwnerId>> {
  const { rows } = await db.query<{ owner: OwnerId }>({
    name: 'checks.held-back',
    text: `select asked.owner from unnest($1::uuid[]) as asked(owner) where not ${comparedNow('asked.owner')} or ${keptByCheck('asked.owner')}`,
    values: [owners],
  })
  return new Set(rows.map(({ owner }) => owner))
}

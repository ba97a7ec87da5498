/** Who entered the same address as somebody else. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'

/** SQL of an address as it is compared: letters and digits alone, as the index has it. */
const plain = (address: string) => `lower(regexp_replace(${address}, '[^[:alnum:]]+', '', 'g'))`

/** Of each of these people, how many others there are; those who have left have none any more. */
export async function readSharingAddress(
  db: Database,
  owners: readonly OwnerId[],
): Promise<ReadonlyMap<OwnerId, number>> {
  const { rows } = await db.query<{ owner: OwnerId; others: number }>({
    name: 'verifications.same-address',
    text: `select own.owner_id as owner, count(distinct other.owner_id)::int as others
      from verifications own join verifications other on ${plain('other.address')} = ${plain('own.address')} and other.owner_id <> own.owner_id
      where own.owner_id = any ($1) group by own.owner_id`,
    values: [owners],
  })
  return new Map(rows.map(({ owner, others }) => [owner, others]))
}

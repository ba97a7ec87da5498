import type { Destination } from '../../contract/destination.ts'
import { readCommands, type Journal } from '../../desk/read-back.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Policy } from '../../platform/policy.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { differenceOf, recordedDestination } from './follow.ts'
import { presentDestination } from './present.ts'
import { destinations, type SavedDestination } from './table.ts'
import { usableFrom } from './wait.ts'

type Row = SavedDestination & { usable_from: Instant | null }

/**
 * What an owner has saved, by name. One that isn't what its command recorded is left out, and told of in `changed`: nobody
 * sends money to where somebody else has pointed it.
 */
export async function readDestinations(
  journal: Journal,
  { newDestinationWaitMs }: Pick<Policy, 'newDestinationWaitMs'>,
  owner: OwnerId,
): Promise<{ destinations: Destination[]; changed: { id: string; difference: string }[] }> {
  // In one snapshot: else one that is removed in between would look tampered with.
  const { rows, commands } = await inSnapshot(journal.pool, async (client) => {
    const found = await client.query<Row>({
      name: 'destinations.own',
      text: `select ${destinations.columns}, ${usableFrom('$2')} as usable_from from ${destinations.from}
        where destination.owner_id = $1 and destination.status = 'saved' order by lower(destination.name), destination.id`,
      values: [owner, newDestinationWaitMs],
    })
    const ids = found.rows.map(({ id }) => id)
    const chosen = { name: 'destinations.recorded', chosen: recordedDestination.text, ids }
    const read = ids.length === 0 ? [] : await readCommands(journal, client, chosen)
    return { rows: found.rows, commands: read }
  })
  const compared = rows.map((row) => ({
    row,
    difference: differenceOf(
      destinations.fromRow(row),
      recordedDestination.valueIn(commands, row.id),
    ),
  }))
  return {
    destinations: compared.flatMap(({ row, difference }) =>
      difference === null
        ? [
            presentDestination(
              row,
              row.usable_from === null ? null : isoFromInstant(row.usable_from),
            ),
          ]
        : [],
    ),
    changed: compared.flatMap(({ row, difference }) =>
      difference === null ? [] : [{ id: row.id, difference }],
    ),
  }
}

/** Whether an owner has this recipient among their saved destinations. */
export async function isSavedRecipient(
  db: Database,
  owner: OwnerId,
  accountId: string,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'destinations.is-saved',
    text: `select from destinations where owner_id = $1 and status = 'saved' and recipient_account_id = $2 limit 1`,
    values: [owner, accountId],
  })
  return rowCount === 1
}

/** All that an owner ever saved, removed ones too: what is kept of it. */
export async function readAllDestinations(db: Database, owner: OwnerId) {
  const { rows } = await db.query<SavedDestination>({
    name: 'destinations.all',
    text: `select ${destinations.columns} from ${destinations.from} where destination.owner_id = $1 order by destination.saved_at, destination.id`,
    values: [owner],
  })
  return rows.map((row) => ({
    ...presentDestination(row, null),
    status: row.status,
  }))
}

export async function countDestinations(db: Database, owner: OwnerId): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'destinations.count',
    text: 'select count(*)::int as count from destinations where owner_id = $1',
    values: [owner],
  })
  return rows[0]!.count
}

import type { Destination } from '../../contract/destination.ts'
import type { Journal } from '../../desk/read-back.ts'
import { readDifferences } from '../../desk/row-states.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Policy } from '../../platform/policy.ts'
import { presentDestination } from './present.ts'
import { destinations, type SavedDestination } from './table.ts'
import { usableFrom } from './wait.ts'

type Row = SavedDestination & { usable_from: Instant | null }

/**
 * What an owner has saved, by name. One that isn't as its last command left it is left out, and told of in `changed`: nobody
 * sends money to where somebody else has pointed it.
 */
export async function readDestinations(
  journal: Journal,
  { newDestinationWaitMs }: Pick<Policy, 'newDestinationWaitMs'>,
  owner: OwnerId,
): Promise<{ destinations: Destination[]; changed: { id: string; difference: string }[] }> {
  const rows = await readDifferences<Row>(journal, journal.pool, destinations, {
    name: 'destinations.own',
    text: `select ${destinations.columns}, ${usableFrom('$2')} as usable_from from ${destinations.from}
      where destination.owner_id = $1 and destination.status = 'saved'`,
    values: [owner, newDestinationWaitMs],
    order: 'lower(found.name), found.id',
  })
  return {
    destinations: rows.flatMap((row) =>
      row.difference === null
        ? [
            presentDestination(
              row,
              row.usable_from === null ? null : isoFromInstant(row.usable_from),
            ),
          ]
        : [],
    ),
    changed: rows.flatMap(({ id, difference }) =>
      difference === null ? [] : [{ id, difference }],
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

/** Of everybody together, but those that were erased with their person. */
export async function countAllDestinations(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'destinations.count-all',
    text: 'select count(*)::int as count from destinations where name is not null',
  })
  return rows[0]!.count
}

/** Who has saved this bank account as theirs; nobody where several have. */
export async function readBySavedAccount(
  db: Database,
  accounts: readonly string[],
): Promise<Map<string, OwnerId>> {
  const { rows } = await db.query<{ account: string; owner: OwnerId }>({
    name: 'destinations.by-account',
    text: `select wallet_address as account, min(owner_id::text)::uuid as owner from destinations
      where wallet_address = any ($1) and status = 'saved' and type = 'bank_account'
      group by wallet_address having count(distinct owner_id) = 1`,
    values: [accounts],
  })
  return new Map(rows.map(({ account, owner }) => [account, owner]))
}

/** The entries of their activity of which somebody is told by the bell. */
import type { Pool } from 'pg'
import { kindsOfBell } from '../../contract/activity-kinds.ts'
import { latestNotifications, maxCounted, type Notification } from '../../contract/notifications.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { sqlWords } from '../../platform/sql-words.ts'
import { readBell } from '../people/bell.ts'
import { said } from './chosen.ts'
import { columnsOfItem, itemFromRow, type Row } from './queries.ts'

/** How many of the latest entries are looked through: an index of what is told would be written with every approval. */
export const lookedThrough = 5_000

/** SQL of what the owner `$1`, who has switched the kinds `$2` off, is told of a relation `item` with its `command`. */
const isTold = `item.owner_id = $1 and item.version > (select version from owners where id = $1) - ${lookedThrough}
        and item.kind not in (${sqlWords(kindsOfBell('own'))})
        and item.kind <> all ($2::text[]) and (item.kind in (${sqlWords(kindsOfBell('security'))}) or command.actor is distinct from item.owner_id)`

export const toldText = `
  select ${columnsOfItem}, item.version > $3 as "isNew", (
      select count(*)::int from (
        select from desk.activity item join desk.commands command on command.id = item.command_id
         where ${isTold} and item.version > $3 limit ${maxCounted}) new) as "newCount"
    from desk.activity item ${said}
   where ${isTold} order by item.version desc limit ${latestNotifications}`

type Told = Row & { isNew: boolean; newCount: number }

/** The latest, read or not, and how many of all are new. */
export async function readNotifications(
  pool: Pool,
  owner: OwnerId,
): Promise<{ newCount: number; notifications: Notification[] }> {
  const { readUpTo, muted } = await readBell(pool, owner)
  const { rows } = await pool.query<Told>({
    name: 'notifications.told',
    text: toldText,
    values: [owner, muted.flatMap(kindsOfBell), readUpTo],
  })
  return {
    newCount: rows[0]?.newCount ?? 0,
    notifications: rows.map((row) => ({
      ...itemFromRow(row, owner),
      version: Number(row.version),
      isNew: row.isNew,
    })),
  }
}

/** How a noun says which of its rows wait for staff, so that they can be taken, given and put off. */
import type { Capability } from '../contract/roles.ts'
import { firm, type OwnerId } from '../ledger/core/chart.ts'
import type { Instant } from '../lib/instant.ts'
import type { Effect } from './effect.ts'
import type { Lookup } from './lookup.ts'
import type { Read } from './read.ts'
import type { Table } from './table.ts'
import type { World } from './world.ts'

/** One row of a noun, as work. */
export type WaitingRow = {
  waits: boolean
  /** What deciding on it takes. */
  may: Capability
  /** Who had a part in it already, and doesn't decide on it again. */
  begun: readonly (OwnerId | null)[]
  /** Whom it is about. */
  about: readonly (OwnerId | null)[]
  /** From when on it can't be decided any more. */
  endsAt?: Instant | null
  /** Where what is written about it isn’t for all who read the journal: what stands there instead, and what keeps it for those who may read it. */
  secret?: { told: string; keep(words: string, by: OwnerId): Effect }
}

/** How commands find one row that waits, and whose lock it is read under. */
export type WaitingRows = {
  ownerOf(id: string): Lookup<OwnerId>
  read(id: string): Read[]
  /** Undefined where there is no such row. */
  in(world: World, id: string): (WaitingRow & { owner: OwnerId }) | undefined
}

/** The rows of a table that wait, for those who take and give work. */
export function waitingRows<Row extends { owner: OwnerId | null }>(
  table: Table<Row>,
  told: (row: Row, world: World) => WaitingRow,
  reads: (id: string) => Read[] = (id) => [table.byId(id)],
): WaitingRows {
  const ownerIn = (world: World, id: string) => {
    const row = world.get(table, id)
    return row ? (row.owner ?? firm) : null
  }
  return {
    ownerOf: (id) => ({
      name: `work-${table.name}`,
      text: `select ${table.columnOf('owner').name} as owner from ${table.name} where id = $1`,
      value: id,
      from: ({ owner }) => (owner as OwnerId | null) ?? firm,
      inMemory: (world) => ownerIn(world, id),
    }),
    read: reads,
    in(world, id) {
      const row = world.get(table, id)
      return row && { ...told(row, world), owner: row.owner ?? firm }
    },
  }
}

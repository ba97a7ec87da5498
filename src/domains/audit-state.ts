/** The journal of this house decided again, and its state compared with what must stand there. */
import type { ClientBase, Pool } from 'pg'
import type { AnyTable } from '../desk/table.ts'
import { verifyState, type StateParts, type StateReport } from '../desk/verify-state.ts'
import { isEndedWithFactor } from './access-changes/removals.ts'
import { readWhole } from '../platform/snapshot.ts'
import type { MacKeys } from '../platform/mac.ts'
import { commands, facts, rulesVersion, writersOf } from './nouns.ts'

/** Every table that commands write. */
export const stateTables = writersOf('kept').filter(
  (writer) => !('kind' in writer),
) as readonly AnyTable[]

/** Without keys no MAC is checked. */
export const partsOfState = (macKeys: MacKeys | null): StateParts => ({
  rules: commands,
  facts,
  tables: stateTables,
  rulesVersion,
  macKeys,
  isExcused: isEndedWithFactor,
  saysWords: true,
})

/** Within the caller's transaction. */
export const followState = (db: ClientBase, macKeys: MacKeys | null = null): Promise<StateReport> =>
  verifyState(db, partsOfState(macKeys))

/** In one snapshot, changing nothing. Needs read rights only. */
export function auditState(pool: Pool, macKeys: MacKeys | null = null): Promise<StateReport> {
  return readWhole(pool, (client) => followState(client, macKeys))
}

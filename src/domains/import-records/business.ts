/** What waits until the money of imported people has arrived. Nothing that is due to a person asks this. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse } from '../../desk/command.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { imports, unclearedIn } from './table.ts'

/** Until then another system keeps what these people have: it can't be placed, sent on, or become the firm's. */
export const refusalWhileImporting = (world: World): Refusal | null =>
  unclearedIn(world) ? refuse('import_not_cleared') : null

/** Read without a lock: where a command was accepted, none waited. */
export const seenCleared = (world: World): Put[] =>
  world
    .rows(imports)
    .filter(({ state }) => state !== 'cleared')
    .map((row) => imports.row({ ...row, state: 'cleared' }))

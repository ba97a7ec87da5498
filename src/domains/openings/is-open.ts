/** Whether the firm is open: once two administrators have agreed to it, for good. */
import type { World } from '../../desk/world.ts'
import { proposals, proposedOf } from '../proposals/table.ts'

/** The kind of the proposal, and what it holds: one at a time. */
export const openingKind = 'opening'

/** Needs whether the firm was opened. */
export const openingOfFirm = proposedOf(openingKind)

export const isOpenIn = (world: World): boolean =>
  world.rows(proposals).some(({ kind, status }) => kind === openingKind && status === 'done')

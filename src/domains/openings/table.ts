/** Openings of the firm as they are kept: one that was approved, and those proposed before it. */
import type { OpeningStatus } from '../../contract/gate.ts'
import { instant, text, uuid, word } from '../../desk/column.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Opening = {
  id: string
  /** The firm. */
  owner: OwnerId
  status: OpeningStatus
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const openings = new Table<Opening>({
  name: 'openings',
  as: 'opening',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    status: word('status', { changes: true }),
    refusalReason: text('refusal_reason', { later: true }),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by'),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true }),
  },
})

// All: one that is under way could be taken for one that has ended.
const ofFirm = openings.source<OwnerId>({
  name: 'of-firm',
  form: 'uuid',
  text: `select ${openings.columns} from ${openings.from} where opening.owner_id = any ($1)`,
})

/** Needs what is proposed or done, and what was. */
export const openingsUnderWay = reading(ofFirm, firm)

export const openingIn = (world: World, status: 'proposed' | 'done'): Opening | null =>
  world.rowsOf(openings, firm).find((opening) => opening.status === status) ?? null

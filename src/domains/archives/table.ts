/** The copies of their data that people asked for. Pure. */
import { instant, uuid } from '../../desk/column.ts'
import { Table } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Archive = { id: string; owner: OwnerId; requestedAt: Instant }

export const archives = new Table<Archive>({
  name: 'archives',
  as: 'archive',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    requestedAt: instant('requested_at'),
  },
})

/** Those of the last day, which a new one counts with. */
export const latelyRequestedBy = archives.source<OwnerId>({
  name: 'lately',
  form: 'uuid',
  // Read once: asked for each row, the clock could use no index. An owner's time is never behind it.
  text: `select ${archives.columns} from ${archives.from} where archive.owner_id = any ($1)
    and archive.requested_at > (select business_now() - interval '24 hours')`,
})

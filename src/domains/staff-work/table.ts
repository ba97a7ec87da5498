/** Whose each piece of work is that waits for staff. */
import type { WorkName } from '../../contract/staff-work.ts'
import { instant, text, uuid, word } from '../../desk/column.ts'
import { Table } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type WorkItem = {
  /** The id of what waits. */
  item: string
  work: WorkName
  /** Whom it is about, or the firm: a receipt may get an owner while it waits. */
  owner: OwnerId
  /** Who has taken it, or was given it. They count while they may decide on it. */
  holder: OwnerId | null
  heldSince: Instant | null
  putOffUntil: Instant | null
  /** For staff who may read the piece. */
  note: string | null
  noteBy: OwnerId | null
  noteAt: Instant | null
}

export const workItems = new Table<WorkItem>({
  name: 'work_items',
  as: 'work_item',
  key: ['item', 'work'],
  owner: 'owner',
  columns: {
    item: uuid('item_id'),
    work: word('work'),
    owner: uuid('owner_id', { changes: true }),
    holder: uuid('holder_id', { changes: true, named: true }),
    heldSince: instant('held_since', { changes: true }),
    putOffUntil: instant('put_off_until', { changes: true }),
    note: text('note', { changes: true, personal: true }),
    noteBy: uuid('note_by', { changes: true, named: true }),
    noteAt: instant('note_at', { changes: true }),
  },
})

/** That people and the firm wrote to each other, and what waits for an answer; the words are particulars of who wrote them. Pure. */
import { instant, integer, uuid, word } from '../../desk/column.ts'
import { Table } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type MessageRow = {
  id: string
  /** Whose thread it is. */
  owner: OwnerId
  /** Who of staff wrote it; null: the person. */
  author: OwnerId | null
  at: Instant
}

export const messages = new Table<MessageRow>({
  name: 'thread_messages',
  as: 'message',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    author: uuid('author_id', { named: true }),
    at: instant('at'),
  },
})

/** What was written with this person in the last day. */
export const lateMessagesOf = messages.source<OwnerId>({
  name: 'lately',
  form: 'uuid',
  text: `select ${messages.columns} from ${messages.from} where message.owner_id = any ($1) and message.at > (select business_now() - interval '24 hours')`,
})

export type ThreadOf = {
  id: string
  owner: OwnerId
  lastId: string
  lastAt: Instant
  state: 'waiting' | 'settled'
  waitsSince: Instant
  unread: number
  readAt: Instant | null
  mailedAt: Instant | null
}

export const threads = new Table<ThreadOf>({
  name: 'threads',
  as: 'thread',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'state', from: ['waiting'], to: 'settled' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    lastId: uuid('last_id', { changes: true }),
    lastAt: instant('last_at', { changes: true }),
    state: word('state', { changes: true }),
    waitsSince: instant('waits_since', { changes: true }),
    unread: integer('unread', { changes: true }),
    readAt: instant('read_at', { changes: true }),
    mailedAt: instant('mailed_at', { changes: true }),
  },
})

/** The thread of this person, if there is one. */
export const threadsOf = threads.source<OwnerId>({
  name: 'of-owner',
  form: 'uuid',
  text: `select ${threads.columns} from ${threads.from} where thread.owner_id = any ($1)`,
})

/** What was announced, and to whom. The words are the firm's own and never change; each person has a row of their own. */
import type { AnnouncementState } from '../../contract/announcement-sending.ts'
import { count, flag, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Announcement = {
  id: string
  /** The firm. */
  owner: OwnerId
  title: string
  body: string
  isMailed: boolean
  /** Only who holds this plan. */
  plan: string | null
  /** Only accounts that stand so. */
  status: string | null
  /** Only who is verified and lives there. */
  country: string | null
  /** How many it reached when it was proposed. */
  expected: number
  at: Instant
  firstBy: OwnerId
  secondBy: OwnerId
  state: AnnouncementState
  stateAt: Instant
  /** Who stopped it last. */
  stoppedBy: OwnerId | null
  /** How many got it, once it is sent. */
  reached: number | null
}

export const announcements = new Table<Announcement>({
  name: 'announcements',
  as: 'announcement',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    title: text('title'),
    body: text('body'),
    isMailed: flag('is_mailed'),
    plan: uuid('plan_id'),
    status: word('status'),
    country: word('country'),
    expected: count('expected'),
    at: instant('at'),
    firstBy: uuid('first_by', { named: true }),
    secondBy: uuid('second_by', { named: true }),
    state: word('state', { changes: true }),
    stateAt: instant('state_at', { changes: true }),
    stoppedBy: uuid('stopped_by', { changes: true, named: true }),
    reached: count('reached', { later: true }),
  },
})
export type AnnouncementNamed = WithNames<Announcement, 'firstBy' | 'secondBy' | 'stoppedBy'>

/** That somebody got it. */
export type Delivery = {
  id: string
  announcement: string
  owner: OwnerId
  at: Instant
  /** Whether a mail went with it. */
  isMailed: boolean
  readAt: Instant | null
}

export const deliveries = new Table<Delivery>({
  name: 'announcement_deliveries',
  as: 'delivery',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    announcement: uuid('announcement_id'),
    owner: uuid('owner_id'),
    at: instant('at'),
    isMailed: flag('is_mailed'),
    readAt: instant('read_at', { later: true }),
  },
})

export type FoundAnnouncement = { title: string }

/** How it is called: that never changes. */
export const announcementFound = (id: string): Lookup<FoundAnnouncement> => ({
  name: 'announcement',
  text: 'select title from announcements where id = $1',
  value: id,
  from: ({ title }) => ({ title }),
  inMemory(world) {
    const found = world.get(announcements, id)
    return found ? { title: found.title } : null
  },
})

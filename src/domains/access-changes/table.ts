/** Changes of access as they are kept. */
import type { AccessChangeKind, AccessChangeStatus } from '../../contract/access-change.ts'
import { count, flag, instant, text, uuid, word } from '../../desk/column.ts'
import type { Context } from '../../desk/command.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

/** A change of how a user signs in, made by two administrators: another email, or a second factor that is taken away. */
export type AccessChange = {
  id: string
  owner: OwnerId
  what: AccessChangeKind
  status: AccessChangeStatus
  /** The new one. */
  email: string | null
  /** Which app or passkey: one that is set up later is another one. */
  app: string | null
  passkey: string | null
  passkeyName: string | null
  /** Not the user but an intruder added the factor, and may be signed in with it. */
  hostile: boolean
  /** The new email, by its owner. */
  confirmed: boolean
  /** By the address of before; only a change of one's own is asked. */
  agreed: boolean
  /** From the second approval to the effect, by wall time: the database counts it. */
  waitMs: number
  reason: string | null
  refusalReason: string | null
  proposedAt: Instant
  proposedBy: OwnerId
  approvedAt: Instant | null
  approvedBy: OwnerId | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
}

export const accessChanges = new Table<AccessChange>({
  name: 'access_changes',
  uncompared: 'followed through its commands (follow.ts)',
  as: 'change',
  key: ['id'],
  owner: 'owner',
  onErasure: { property: 'status', from: ['proposed', 'waiting'], to: 'withdrawn' },
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    what: word('what'),
    status: word('status', { changes: true }),
    email: text('email', { personal: true }),
    app: uuid('app', { personal: true }),
    passkey: text('passkey', { personal: true }),
    passkeyName: text('passkey_name', { personal: true }),
    hostile: flag('hostile'),
    confirmed: flag('confirmed', { changes: true }),
    agreed: flag('agreed', { changes: true }),
    waitMs: count('wait_ms', { changes: true }),
    reason: text('reason', { personal: true }),
    refusalReason: text('refusal_reason', { later: true, personal: true }),
    proposedAt: instant('proposed_at'),
    proposedBy: uuid('proposed_by'),
    approvedAt: instant('approved_at', { changes: true }),
    approvedBy: uuid('approved_by', { changes: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true }),
  },
})

const open = accessChanges.source<OwnerId>({
  name: 'open',
  form: 'uuid',
  text: `select ${accessChanges.columns} from ${accessChanges.from} where change.owner_id = any ($1) and change.status in ('proposed', 'waiting')`,
})

/** Needs the changes of access of this owner that nobody has decided on to the end. */
export const openChangesOf = (owner: OwnerId) => reading(open, owner)

export const openChangesIn = (world: World, owner: OwnerId): AccessChange[] =>
  world
    .rowsOf(accessChanges, owner)
    .filter(({ status }) => status === 'proposed' || status === 'waiting')

/** What waits as another email ends with any edit of it, and so do the links that went out for it. */
export const endEmailChanges = (
  world: World,
  owner: OwnerId,
  { at, actor }: Pick<Context, 'at' | 'actor'>,
): AccessChange[] =>
  openChangesIn(world, owner)
    .filter(({ what }) => what === 'email')
    .map((change) => ({ ...change, status: 'stopped', decidedAt: at, decidedBy: actor }))

/** Whether the person asked for it themselves. */
export const isOwn = ({ owner, proposedBy }: AccessChange) => proposedBy === owner

export type Subject = { owner: OwnerId; email: string | null }

/** Whom it is about, with the email that it proposes. */
export const subjectOf = (id: string): Lookup<Subject> => ({
  name: 'access-change',
  text: 'select owner_id as owner, email from access_changes where id = $1',
  value: id,
  from: ({ owner, email }) => ({ owner, email }),
  inMemory: (world) => world.get(accessChanges, id) ?? null,
})

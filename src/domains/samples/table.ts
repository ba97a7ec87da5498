/** Samples of users that were drawn, and what was looked at of them, as they are kept. */
import { instant, integer, text, uuid } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type AuditSample = {
  id: string
  /** The firm. */
  owner: OwnerId
  size: number
  /** How many users there were to draw from. */
  among: number
  drawnAt: Instant
  drawnBy: OwnerId
}

export const samples = new Table<AuditSample>({
  name: 'audit_samples',
  as: 'sample',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    size: integer('size'),
    among: integer('among'),
    drawnAt: instant('drawn_at'),
    drawnBy: uuid('drawn_by', { named: true }),
  },
})
export type SampleRow = WithNames<AuditSample, 'drawnBy'>

/** Somebody of a sample. */
export type SampledPerson = {
  sample: string
  person: OwnerId
  /** The firm: which sample somebody is in says nothing about them. */
  owner: OwnerId
  place: number
}

export const sampledPeople = new Table<SampledPerson>({
  name: 'audit_sample_people',
  as: 'sampled',
  key: ['sample', 'person'],
  owner: 'owner',
  columns: {
    sample: uuid('sample_id'),
    person: uuid('person_id'),
    owner: uuid('owner_id'),
    place: integer('number'),
  },
})

/** That somebody of a sample was looked at. */
export type AuditMark = {
  id: string
  sample: string
  /** Who was looked at. */
  owner: OwnerId
  markedAt: Instant
  markedBy: OwnerId
  note: string | null
  withdrawnAt: Instant | null
  withdrawnBy: OwnerId | null
  withdrawnReason: string | null
}

export const marks = new Table<AuditMark>({
  name: 'audit_marks',
  as: 'mark',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    sample: uuid('sample_id'),
    owner: uuid('owner_id'),
    markedAt: instant('marked_at'),
    markedBy: uuid('marked_by', { named: true }),
    note: text('note', { personal: true }),
    withdrawnAt: instant('withdrawn_at', { later: true }),
    withdrawnBy: uuid('withdrawn_by', { later: true }),
    withdrawnReason: text('withdrawn_reason', { later: true, personal: true }),
  },
})
export type MarkRow = WithNames<AuditMark, 'markedBy'>

const ofPerson = marks.source<OwnerId>({
  name: 'of-person',
  form: 'uuid',
  text: `select ${marks.columns} from ${marks.from} where mark.owner_id = any ($1) and mark.withdrawn_at is null`,
})

/** Needs the marks that count of somebody, in all samples. */
export const marksOf = (person: OwnerId) => reading(ofPerson, person)

export const markIn = (world: World, sample: string, person: OwnerId): AuditMark | null =>
  world.rowsOf(marks, person).find((mark) => mark.sample === sample && mark.withdrawnAt === null) ??
  null

/** Who was looked at. */
export const ownerOfMark = (id: string): Lookup<OwnerId> => ({
  name: 'audit-mark',
  text: 'select owner_id as owner from audit_marks where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(marks, id)?.owner ?? null,
})

/** What people sent in to be verified, a row for each time, and what was decided. */
import type { CaseStatus, DocumentCheck } from '../../contract/verification.ts'
import { flag, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

export type Case = {
  id: string
  owner: OwnerId
  legalName: string | null
  /** A day. */
  birthDate: string | null
  /** ISO 3166-1, two letters. */
  country: string | null
  address: string | null
  /** Ids with spaces between them. */
  documents: string
  submittedAt: Instant
  status: CaseStatus
  /** Of a refusal: whether it is for good. */
  isFinal: boolean
  /** What the person reads of a refusal that can be answered. */
  reason: string | null
  decidedAt: Instant | null
  decidedBy: OwnerId | null
  verifiedUntil: Instant | null
  /** Who verified them, whoever took it back since. */
  verifiedBy: OwnerId | null
  /** What the person reads of a refusal for good. */
  finalReason: string | null
  /** What was confirmed about the documents with the decision, with spaces between; null: nothing was asked. */
  checks: string | null
}

export const cases = new Table<Case>({
  name: 'verifications',
  as: 'verification',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    legalName: text('legal_name', { personal: true }),
    birthDate: text('birth_date', { personal: true }),
    country: text('country', { personal: true }),
    address: text('address', { personal: true }),
    documents: text('documents'),
    submittedAt: instant('submitted_at'),
    status: word('status', { changes: true }),
    isFinal: flag('is_final', { changes: true }),
    reason: text('reason', { later: true, personal: true }),
    decidedAt: instant('decided_at', { later: true }),
    decidedBy: uuid('decided_by', { later: true, named: true }),
    verifiedUntil: instant('verified_until', { later: true }),
    verifiedBy: uuid('verified_by', { later: true }),
    finalReason: text('final_reason', { later: true, personal: true }),
    checks: text('checks', { later: true }),
  },
})
export type CaseRow = WithNames<Case, 'decidedBy'>

const ofOwner = cases.source<OwnerId>({
  name: 'of-owner',
  form: 'uuid',
  text: `select ${cases.columns} from ${cases.from} where verification.owner_id = any ($1)`,
})

/** Each once, in the order of the alphabet, as they are kept. */
export const keptChecks = (checks: readonly DocumentCheck[] | undefined): string | null =>
  checks === undefined ? null : [...new Set(checks)].toSorted().join(' ')

export const checksIn = (kept: string): DocumentCheck[] =>
  kept.split(' ').filter((one): one is DocumentCheck => one !== '')

/** The end of a day, as everybody who reads it counts: the verification holds on it. */
export const endOfDay = (day: string): Instant => Date.parse(`${day}T23:59:59.999Z`)

/** Needs everything that this person ever sent in. */
export const casesOf = (owner: OwnerId) => reading(ofOwner, owner)

export const casesIn = (world: World, owner: OwnerId): Case[] => world.rowsOf(cases, owner)

/** Whose it is, which never changes. */
export const ownerOfCase = (id: string): Lookup<OwnerId> => ({
  name: 'verification',
  text: 'select owner_id as owner from verifications where id = $1',
  value: id,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(cases, id)?.owner ?? null,
})

/** The texts of the firm's policies that people accept, as editions, and who accepted which. Pure. */
import { count, instant, text, uuid, word } from '../../desk/column.ts'
import { reading, type Read } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'

/** A whole text, by its digest: kept for good. */
export type EditionText = { digest: string; content: string }

export const editionTexts = new Table<EditionText>({
  name: 'edition_texts',
  as: 'edition_text',
  key: ['digest'],
  columns: { digest: text('digest'), content: text('content') },
})

export type Edition = {
  id: string
  /** The firm. */
  owner: OwnerId
  policy: string
  title: string
  /** Among those of its policy, from 1. */
  number: number
  digest: string
  /** Of the firm's zone, on which it begins to count; null: it was the first, and counted at once. */
  day: string | null
  countsFrom: Instant
  /** What is new in it. */
  changed: string
  status: 'published' | 'withdrawn'
  publishedAt: Instant
  firstBy: OwnerId
  secondBy: OwnerId
  withdrawnAt: Instant | null
}

export const editions = new Table<Edition>({
  name: 'editions',
  as: 'edition',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    policy: word('policy'),
    title: text('title'),
    number: count('number'),
    digest: text('digest'),
    day: text('day'),
    countsFrom: instant('counts_from'),
    changed: text('changed'),
    status: word('status', { changes: true }),
    publishedAt: instant('published_at'),
    firstBy: uuid('first_by', { named: true }),
    secondBy: uuid('second_by', { named: true }),
    withdrawnAt: instant('withdrawn_at', { later: true }),
  },
})
export type EditionRow = WithNames<Edition, 'firstBy' | 'secondBy'>

// All: one that counts could be taken for one that was withdrawn.
const all = editions.source({
  name: 'all',
  form: null,
  text: `select ${editions.columns} from ${editions.from}`,
})

/** Needs every edition: a handful in a year, without their texts. */
export const allEditions: Read = reading(all, '')

export type Acceptance = { id: string; owner: OwnerId; edition: string; at: Instant }

export const acceptances = new Table<Acceptance>({
  name: 'acceptances',
  as: 'acceptance',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    edition: uuid('edition_id'),
    at: instant('at'),
  },
})

const ofOwner = acceptances.source<OwnerId>({
  name: 'of-owner',
  form: 'uuid',
  text: `select ${acceptances.columns} from ${acceptances.from} where acceptance.owner_id = any ($1)`,
})

/** Needs what says whether this person has accepted what counts. */
export const needsOfEditions = (owner: OwnerId): Read[] => [allEditions, reading(ofOwner, owner)]

/** Those that were published and not withdrawn, oldest first. */
export const publishedIn = (world: World): Edition[] =>
  world
    .rows(editions)
    .filter(({ status }) => status === 'published')
    .toSorted((a, b) => a.countsFrom - b.countsFrom)

/** Every edition of a policy, oldest first. */
export const editionsOf = (world: World, policy: string): Edition[] =>
  world
    .rows(editions)
    .filter((one) => one.policy === policy)
    .toSorted((a, b) => a.number - b.number)

export const acceptedIn = (world: World, owner: OwnerId): ReadonlySet<string> =>
  new Set(world.rowsOf(acceptances, owner).map(({ edition }) => edition))

/** Every accepted command as the journal has it, with what it left behind, in the order of recording. */
import type { ClientBase } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { postingLines } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { Journaled } from './command.ts'
import { stampColumns, type Stamped } from './journal-mac.ts'
import { wordColumns, wordJoins, type JournaledWords } from './journaled-words.ts'
import { recordedSince, type Position } from './journal-position.ts'

/** As the database writes them: versions from 1, amounts in cents. */
export type Activity = [
  owner: OwnerId,
  version: string,
  kind: string,
  gain: string | null,
  after: string | null,
]
export type Posted = [
  event: string,
  debitOwner: OwnerId,
  debitKind: string,
  debitVersion: string,
  creditOwner: OwnerId,
  creditKind: string,
  creditVersion: string,
  amount: string,
]
export type JournalRow = Omit<Journaled, 'activity' | 'texts'> &
  JournaledWords &
  Stamped & {
    recordedAt: Instant
    key: string | null
    bodyHash: string
    unlistedNumber: bigint | null
    activity: Activity[]
    postings: Posted[]
  }

type Found = Omit<JournalRow, 'activity' | 'postings'> & {
  /** Its row in its subject's activity; null where it has none. */
  version: string | null
  listedAs: string
  gain: string | null
  after: string | null
  posted: string | null
}

/**
 * Only times and ids are sorted. Everything else is looked up in that order, in which it was also written: sorted or
 * hashed as a whole it would go through the disk twice.
 */
const journalText = (since: string) => `
  select command.id, command.kind, command.actor, command.subject, command.at, command.recorded_at as "recordedAt", command.input,
    command.key, command.body_hash as "bodyHash", ${stampColumns}, command.unlisted_number as "unlistedNumber",
    listed.version::text, listed.kind as "listedAs", listed.amount::text as gain, listed.balance_after::text as after,
    ${postingLines('command.id')} as posted, ${wordColumns}
  from (select id, recorded_at from desk.commands command where outcome = 'done' ${since} order by recorded_at, id offset 0) ordered
    join desk.commands command on command.id = ordered.id
    left join desk.activity listed on listed.owner_id = command.subject and listed.version = command.subject_version and listed.command_id = command.id
    ${wordJoins}
  order by ordered.recorded_at, ordered.id`

const byLookup =
  'set local enable_hashjoin = off; set local enable_mergejoin = off; set local max_parallel_workers_per_gather = 0'
const anyJoin = 'set local enable_hashjoin = on; set local enable_mergejoin = on'

/** Rows of activity that aren't found from their command: those of its other owners. */
const othersText = (since: string) => `
  select item.command_id as command, item.owner_id as owner, item.version::text, item.kind, item.amount::text as gain, item.balance_after::text as after
  from desk.activity item left join desk.commands command on command.id = item.command_id
  where (command.subject is distinct from item.owner_id or command.subject_version is distinct from item.version) ${since}`

type Other = {
  command: string
  owner: OwnerId
  version: string
  kind: string
  gain: string | null
  after: string | null
}

async function readOthers(db: ClientBase, since: string): Promise<Map<string, Activity[]>> {
  const others = new Map<string, Activity[]>()
  await forEachRow<Other>(
    db,
    othersText(since),
    ({ command, owner, version, kind, gain, after }) => {
      const known = others.get(command)
      const one: Activity = [owner, version, kind, gain, after]
      if (known) known.push(one)
      else others.set(command, [one])
    },
  )
  return others
}

const linesIn = (posted: string | null): Posted[] =>
  posted === null ? [] : posted.split('\n').map((line) => line.split(' ') as Posted)

/**
 * Hands over every accepted command, or those after a position. Answers with the first row of activity that belongs to
 * none of them, in words, or null. Within a transaction.
 */
export async function readJournal(
  db: ClientBase,
  position: Position | null,
  each: (row: JournalRow) => void,
): Promise<string | null> {
  const since = recordedSince(position)
  const others = await readOthers(db, since)
  await db.query(byLookup)
  await forEachRow<Found>(
    db,
    journalText(since),
    ({ version, listedAs, gain, after, posted, ...row }) => {
      if (position?.decided.has(row.id)) return
      const activity = others.get(row.id) ?? []
      others.delete(row.id)
      if (version !== null) activity.push([row.subject!, version, listedAs, gain, after])
      each({ ...row, activity, postings: linesIn(posted) })
    },
  )
  await db.query(anyJoin)
  return leftOver(others, position)
}

function leftOver(others: ReadonlyMap<string, Activity[]>, position: Position | null) {
  for (const [command, [item]] of others)
    if (!position?.decided.has(command))
      return `desk.activity: row ${item![1]} of owner ${item![0]}: its command ${command} was not accepted`
  return null
}

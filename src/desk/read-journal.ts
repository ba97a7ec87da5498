/**
 * Commands read back from the journal by whoever acts on what they say: a rule under its locks, or a page before it shows
 * something. Everything that a command's digest covers is read with it, and its row in its subject's activity, so that it can
 * be seen whether it is what was recorded.
 */
import type { OwnerId } from '../ledger/core/chart.ts'
import { postingsOf } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import type { ReadBack } from './command.ts'
import { faultOfWords, wordColumns, wordJoins, type JournaledWords } from './journaled-words.ts'
import type { Found } from './read.ts'

type Row = JournaledWords & {
  about: string
  id: string
  kind: string
  actor: OwnerId | null
  subject: OwnerId | null
  key: string | null
  bodyHash: string
  input: Readonly<Record<string, unknown>>
  outcome: string
  at: Instant
  postings: unknown[]
  /** Its subject's row of activity, where that is there: its command, and what it says. */
  listed: string | null
  version: bigint | null
  listedAs: string | null
  gain: Cents | null
  after: Cents | null
}

/**
 * SQL of commands in the order of their owner's activity. `chosen` selects their ids, as `id`, and `about`, whatever the reader
 * tells them apart by. Each is a query of its own: joined, a plan made for many commands would scan the journal.
 */
export const journalText = (chosen: string): string => `select chosen.about, recorded.*
  from (${chosen}) chosen cross join lateral (
    select command.id, command.kind, command.actor, command.subject, command.key, command.body_hash as "bodyHash", command.input, command.outcome, command.at, ${wordColumns},
        ${postingsOf('command.id')} as postings, item.command_id as listed, item.version, item.kind as "listedAs", item.amount as gain, item.balance_after as after
      from desk.commands command ${wordJoins} left join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
      where command.id = chosen.id offset 0
  ) recorded order by recorded.version`

/** What is wrong with a command as it was read, or null. */
function faultOf(row: Row): string | null {
  if (row.outcome !== 'done') return 'it was not accepted'
  if (row.listed !== row.id) return 'its row of activity is gone'
  return faultOfWords(row)
}

/** The rows of such a statement. */
export const readBack = (rows: readonly Found[]): ReadBack[] =>
  (rows as Row[]).map((row) => ({
    about: row.about,
    id: row.id,
    kind: row.kind,
    actor: row.actor,
    subject: row.subject,
    at: row.at,
    input: row.input,
    texts: row.words && (row.texts as ReadBack['texts']),
    activity: row.subject && row.listedAs ? [{ owner: row.subject, kind: row.listedAs }] : [],
    fault: faultOf(row),
  }))

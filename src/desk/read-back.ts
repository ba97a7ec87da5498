/**
 * Commands read back from the journal by whoever acts on what they say: a rule under its locks, or a page before it shows
 * something. Everything that a command's digest covers is read with it, and its row in its subject's activity, so that it can
 * be seen whether it is what was recorded.
 */
import type { Pool } from 'pg'
import { postingsOf } from '../ledger/store/entries.ts'
import type { Cents } from '../lib/money.ts'
import type { Database } from '../platform/database.ts'
import type { MacKeys } from '../platform/mac.ts'
import { canonical } from '../lib/canonical.ts'
import { commandDigest, type CommandRow } from './chain.ts'
import type { ReadBack } from './command.ts'
import { faultOfMac, stampColumns, type Stamped } from './journal-mac.ts'
import { faultOfWords, wordColumns, wordJoins, type JournaledWords } from './journaled-words.ts'
import type { Found } from './read.ts'

/** From where commands are read back, and what shows that this server recorded them. */
export type Journal = { pool: Pool; macKeys: MacKeys }

type Row = CommandRow &
  JournaledWords &
  Stamped & {
    about: string
    input: Readonly<Record<string, unknown>>
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
    select command.id, command.kind, command.actor, command.subject, command.key, command.body_hash as "bodyHash", command.input, command.outcome, command.at, ${wordColumns}, ${stampColumns},
        ${postingsOf('command.id')} as postings, item.command_id as listed, item.version, item.kind as "listedAs", item.amount as gain, item.balance_after as after
      from desk.commands command ${wordJoins} left join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
      where command.id = chosen.id offset 0
  ) recorded order by recorded.version`

/** What is wrong with a command as it was read, or null. */
function faultOf(row: Row, macKeys: MacKeys): string | null {
  if (row.outcome !== 'done') return 'it was not accepted'
  if (row.listed !== row.id) return 'its row of activity is gone'
  const { particulars, postings, version, listedAs, gain, after } = row
  const digest = commandDigest(row, {
    input: canonical(row.input),
    particulars: particulars ?? '',
    postings,
  })
  const listed = { version: version!, kind: listedAs!, gain, after }
  return faultOfWords(row) ?? faultOfMac(macKeys, row, digest, { listed, unlisted: null })
}

/** The rows of such a statement. */
export function readBack(rows: readonly Found[], macKeys: MacKeys): ReadBack[] {
  // What follows a command with a MAC was recorded later, whatever its row says of that.
  const stamped = new Set<string>()
  return (rows as Row[]).map((row) => {
    const isUnstamped = row.mac === null && stamped.has(row.about)
    if (row.mac !== null) stamped.add(row.about)
    return {
      about: row.about,
      id: row.id,
      kind: row.kind,
      actor: row.actor,
      subject: row.subject,
      at: row.at,
      input: row.input,
      texts: row.words && (row.texts as ReadBack['texts']),
      activity: row.subject && row.listedAs ? [{ owner: row.subject, kind: row.listedAs }] : [],
      fault: faultOf(row, macKeys) ?? (isUnstamped ? 'it has no MAC' : null),
    }
  })
}

type Chosen = { name: string; chosen: string; ids: readonly string[] }

/** Commands for a page: `chosen` chooses them by `$1`, an array of ids. */
export async function readCommands(
  { macKeys }: Pick<Journal, 'macKeys'>,
  db: Database,
  { name, chosen, ids }: Chosen,
): Promise<ReadBack[]> {
  const { rows } = await db.query({ name, text: journalText(chosen), values: [ids] })
  return readBack(rows, macKeys)
}

/** What the journal says about one person: every command, with what they wrote in it. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { withoutSecrets } from '../../contract/check-secrets.ts'
import { workCommandNames } from '../staff-work/rules.ts'

type Row = {
  place: bigint
  id: string
  kind: string
  at: Instant
  outcome: string
  actor: string | null
  input: Readonly<Record<string, unknown>>
  texts: unknown
}

const columns = `command.id, command.kind, command.at, command.outcome, command.actor, command.input, particulars.texts`
const withWords = `join desk.commands command on command.id = place.command_id
  left join desk.particulars on particulars.command_id = command.id and particulars.owner_id = $1`

/**
 * What is in their list; what stands in nobody's and they asked for; and what staff did about them that is in neither, such as
 * a note. Each by the index that is there, a page after a place.
 */
const sources = {
  listed: `select place.version as place, ${columns} from desk.activity place ${withWords}
    where place.owner_id = $1 and place.version > $2 order by place.version limit $3`,
  unlisted: `select place.number as place, ${columns} from desk.unlisted place ${withWords}
    where place.owner_id = $1 and command.subject = $1 and place.number > $2 order by place.number limit $3`,
} as const

const pageRows = 500

async function* rowsOf(db: Database, text: string, owner: OwnerId): AsyncGenerator<Row> {
  let after = 0n
  for (;;) {
    const { rows } = await db.query<Row>(text, [owner, after, pageRows])
    yield* rows
    if (rows.length < pageRows) return
    after = rows.at(-1)!.place
  }
}

/** By staff, in no list; whose work something is, and what they hand over with it, is among staff alone: nobody writes to a person by it. They are few: no page is needed that could break off within a millisecond. */
const byStaff = `select 0::bigint as place, ${columns} from desk.commands command
  left join desk.particulars on particulars.command_id = command.id and particulars.owner_id = $1
  where command.subject = $1 and command.actor is not null and command.subject is distinct from command.actor
    and command.outcome = 'done' and command.subject_version is null and command.kind <> all ($2) order by command.at, command.id`

/** What a command says of others: how far staff act alone, and what a friend funded. A copy is for whom it is about. */
const notTheirs: ReadonlySet<string> = new Set([
  'secondApprovalAbove',
  'secondApprovalInAllAbove',
  'fundingAmount',
])

const theirs = ({ kind, input }: Row) =>
  Object.fromEntries(
    Object.entries(withoutSecrets(kind, input)).filter(([name]) => !notTheirs.has(name)),
  )

const byOf = ({ actor }: Row, owner: OwnerId) => {
  if (actor === null) return 'system'
  return actor === owner ? 'you' : 'others'
}

export async function* journalOf(db: Database, owner: OwnerId) {
  const present = (row: Row) => ({
    id: row.id,
    command: row.kind,
    at: isoFromInstant(row.at),
    by: byOf(row, owner),
    outcome: row.outcome,
    input: theirs(row),
    words: row.texts ?? null,
  })
  for await (const row of rowsOf(db, sources.listed, owner)) yield present(row)
  for await (const row of rowsOf(db, sources.unlisted, owner)) yield present(row)
  const { rows } = await db.query<Row>(byStaff, [owner, workCommandNames])
  for (const row of rows) yield present(row)
}

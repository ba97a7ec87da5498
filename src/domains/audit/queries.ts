import { noRoles } from '../../contract/roles.ts'
import type { z } from 'zod'
import type { auditOutcome, AuditItem, AuditRoot } from '../../contract/audit.ts'
import { firm } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { staffActions } from '../../contract/audit-actions.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { presentAuditItem, waitedKinds, type AuditRow } from './present.ts'
import { matcherOf } from './search.ts'

type Maybe<T> = T | undefined
export type AuditQuery = {
  actor?: Maybe<string>
  subject?: Maybe<string>
  kind?: Maybe<string>
  outcome?: Maybe<z.infer<typeof auditOutcome>>
  from?: Maybe<string>
  to?: Maybe<string>
  search?: Maybe<string>
  limit?: Maybe<number>
  cursor?: Maybe<string>
}

/** What staff did: of those who still are, and what only staff can ask for, of those who were. The condition on subject and outcome is that of the indexes, word for word. */
const byStaff = `command.actor is not null and (command.subject is distinct from command.actor or command.outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen'))
        and (command.kind = any ($1) or (select owner.roles from owners owner where owner.id = command.actor) <> '${noRoles}')`

/** With its words, and the hash of the row that it left. */
const columns = `command.id, command.at, command.kind, command.outcome, command.input, command.actor, actor.full_name as actor_name, command.subject, subject.full_name as subject_name,
        particulars.texts, item.amount, item.kind as listed_as, encode(coalesce(item.hash, unlisted.hash), 'hex') as hash`
const joins = `left join auth.persons actor on actor.id = command.actor
        left join auth.persons subject on subject.id = command.subject
        left join desk.particulars on particulars.command_id = command.id
        left join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
        left join desk.unlisted on unlisted.owner_id = command.actor and unlisted.number = command.unlisted_number`

/** What the operator did at the shell: the condition is that of an index, too. */
const byOperator = `command.actor is null and command.kind = 'InviteAdministrator'`

/** As chosen by the values of `readRows`. The operator is asked for as the firm is. */
const chosen = `($3::uuid is null or command.subject = $3) and ($4::text is null or command.kind = $4)
        and ($5::text is null or (command.outcome = 'done') = ($5 <> 'refused'))
        and ($5 is null or $5 = 'refused' or coalesce(item.kind = any ($6), false) = ($5 = 'waited'))
        and ($7::timestamptz is null or command.at >= $7) and ($8::timestamptz is null or command.at < $8)
        and ($9::timestamptz is null or (command.at, command.id) < ($9, $10::uuid))
        and ($11::uuid is null or command.id = $11)`

const newest = (condition: string) => `(select ${columns} from desk.commands command ${joins}
      where ${condition} and ${chosen} order by command.at desc, command.id desc limit $12)`

/** How many there are. */
export async function countAudit(
  db: Database,
  { actor, subject, kind, outcome, from, to }: AuditQuery,
): Promise<number> {
  const counted = (condition: string) =>
    `(select count(*)::int from desk.commands command left join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
      where ${condition} and ${chosen})`
  const { rows } = await db.query<{ count: number }>({
    text: `select ${counted(`${byStaff} and ($2::uuid is null or command.actor = $2)`)} + ${counted(`${byOperator} and ($2::uuid is null or $2 = '${firm}')`)} as count`,
    values: [
      staffActions,
      actor ?? null,
      subject ?? null,
      kind ?? null,
      outcome ?? null,
      waitedKinds,
      from ?? null,
      to ?? null,
      null,
      null,
      null,
    ],
  })
  return rows[0]!.count
}

/** Up to `limit` of them from a place on, newest first. */
export async function readRows(
  db: Database,
  { id: own, actor, subject, kind, outcome, from, to, cursor }: AuditQuery & { id?: string },
  limit: number,
): Promise<AuditRow[]> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<AuditRow>({
    // Unnamed: a plan for these values, by the index that fits what was chosen.
    // The role is a query per row: joined, all commands would be gathered and sorted before the first is shown.
    text: `${newest(`${byStaff} and ($2::uuid is null or command.actor = $2)`)}
      union all ${newest(`${byOperator} and ($2::uuid is null or $2 = '${firm}')`)}
      order by at desc, id desc limit $12`,
    values: [
      staffActions,
      actor ?? null,
      subject ?? null,
      kind ?? null,
      outcome ?? null,
      waitedKinds,
      from ?? null,
      to ?? null,
      at,
      id,
      own ?? null,
      limit,
    ],
  })
  return rows
}

/** How many actions a search reads at a time: few for the first answer, then larger pieces, each of which the reader asks for. */
const searchReach = { first: 500, next: 2_000 }

/** A search is of the words that people read, which are put together here: so it has no index, and a reach. */
const limited = createLimiter({ concurrency: 2, maxWaiting: 40, perAsker: 8 })

/** What staff did that wasn't about their own money, and what they tried on themselves, newest first. */
export async function readAudit(
  db: Database,
  { search, limit = 50, ...query }: AuditQuery,
): Promise<{ items: AuditItem[]; nextCursor: string | null }> {
  const searched = query.cursor === undefined ? searchReach.first : searchReach.next
  const reach = search ? searched : limit
  const read = () => readRows(db, query, reach + 1)
  const rows = await (search ? limited(read) : read())
  const walked = rows.slice(0, reach).map(presentAuditItem)
  const found = search ? walked.filter(matcherOf(search)) : walked
  const items = found.slice(0, limit)
  const isCut = found.length > items.length
  const last = isCut ? items.at(-1) : walked.at(-1)
  return {
    items,
    nextCursor: last && (isCut || rows.length > reach) ? encodeCursor([last.at, last.id]) : null,
  }
}

type RootRow = {
  day: string
  root: string
  previous: string | null
  heads: bigint
  made_at: Instant
}

/** The daily roots, newest first. */
export async function readRoots(
  db: Database,
  { limit = 50, cursor }: { limit?: Maybe<number>; cursor?: Maybe<string> },
): Promise<{ roots: AuditRoot[]; nextCursor: string | null }> {
  const [before] = decodeCursor(cursor, ['moment'])
  const { rows } = await db.query<RootRow>({
    name: 'audit.roots',
    text: `select day, encode(root, 'hex') as root, encode(previous, 'hex') as previous, heads, made_at from desk.roots
      where ($1::timestamptz is null or day < ($1::timestamptz at time zone 'UTC')::date) order by day desc limit $2`,
    values: [before, limit + 1],
  })
  const { shown: page, nextCursor } = pageOf(rows, limit, (last) => [`${last.day}T00:00:00.000Z`])
  return {
    roots: page.map(({ day, root, previous, heads, made_at: madeAt }) => ({
      day,
      root,
      previous,
      heads: Number(heads),
      madeAt: isoFromInstant(madeAt),
    })),
    nextCursor,
  }
}

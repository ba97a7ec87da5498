import type { z } from 'zod'
import type { auditOutcome, AuditItem, AuditRoot } from '../../contract/audit.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { presentAuditItem, waitedKinds, type AuditRow } from './present.ts'

type Maybe<T> = T | undefined
export type AuditQuery = {
  actor?: Maybe<string>
  subject?: Maybe<string>
  kind?: Maybe<string>
  outcome?: Maybe<z.infer<typeof auditOutcome>>
  from?: Maybe<string>
  to?: Maybe<string>
  limit?: Maybe<number>
  cursor?: Maybe<string>
}

/** What staff did that wasn't about their own money, and what they tried on themselves, newest first. */
export async function readAudit(
  db: Database,
  { actor, subject, kind, outcome, from, to, limit = 50, cursor }: AuditQuery,
): Promise<{ items: AuditItem[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<AuditRow>({
    // Unnamed: a plan for these values, by the index that fits what was chosen. The condition on subject and outcome is that of the indexes, word for word.
    // The role is a query per row: joined, all commands would be gathered and sorted before the first is shown.
    text: `select command.id, command.at, command.kind, command.outcome, command.input, command.actor, actor.full_name as actor_name, command.subject, subject.full_name as subject_name,
        particulars.texts, item.amount, item.kind as listed_as, encode(coalesce(item.hash, unlisted.hash), 'hex') as hash
      from desk.commands command
        left join auth.persons actor on actor.id = command.actor
        left join auth.persons subject on subject.id = command.subject
        left join desk.particulars on particulars.command_id = command.id
        left join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
        left join desk.unlisted on unlisted.owner_id = command.actor and unlisted.number = command.unlisted_number
      where command.actor is not null and (command.subject is distinct from command.actor or command.outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen'))
        and (select owner.role from owners owner where owner.id = command.actor) in ('admin', 'auditor')
        and ($1::uuid is null or command.actor = $1) and ($2::uuid is null or command.subject = $2) and ($3::text is null or command.kind = $3)
        and ($4::text is null or (command.outcome = 'done') = ($4 <> 'refused'))
        and ($4 is null or $4 = 'refused' or coalesce(item.kind = any ($10), false) = ($4 = 'waited'))
        and ($5::timestamptz is null or command.at >= $5) and ($6::timestamptz is null or command.at < $6)
        and ($7::timestamptz is null or (command.at, command.id) < ($7, $8::uuid))
      order by command.at desc, command.id desc limit $9`,
    values: [
      actor ?? null,
      subject ?? null,
      kind ?? null,
      outcome ?? null,
      from ?? null,
      to ?? null,
      at,
      id,
      limit + 1,
      waitedKinds,
    ],
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(presentAuditItem),
    nextCursor:
      rows.length > limit && last ? encodeCursor([isoFromInstant(last.at), last.id]) : null,
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
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    roots: page.map(({ day, root, previous, heads, made_at: madeAt }) => ({
      day,
      root,
      previous,
      heads: Number(heads),
      madeAt: isoFromInstant(madeAt),
    })),
    nextCursor: rows.length > limit && last ? encodeCursor([`${last.day}T00:00:00.000Z`]) : null,
  }
}

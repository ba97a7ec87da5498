import type { OwnEdition, StaffEdition } from '../../contract/edition.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { PolicyPath, ShownEdition, TextPage } from '../../contract/site.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { comingAfter, countingAt } from './counting.ts'
import { editions, type EditionRow } from './table.ts'

/** Every edition, oldest first, and which moment it is. */
export async function readAllEditions(db: Database): Promise<{ rows: EditionRow[]; now: Instant }> {
  const [now, { rows }] = await Promise.all([
    readBusinessNow(db),
    db.query<EditionRow>({
      name: 'editions.all',
      text: `select ${editions.columns} from ${editions.from} order by edition.policy, edition.number`,
    }),
  ])
  return { rows, now }
}

type About = Pick<
  OwnEdition,
  'id' | 'policy' | 'title' | 'number' | 'digest' | 'day' | 'countsFrom' | 'changed' | 'state'
>

/** What is said of an edition to everybody. */
function presenterOf(rows: readonly EditionRow[], now: Instant): (row: EditionRow) => About {
  const counts = new Set(countingAt(rows, now).map(({ id }) => id))
  const comes = new Set(comingAfter(rows, now).map(({ id }) => id))
  return ({ id, policy, title, number, digest, day, countsFrom, changed, status }) => ({
    id,
    policy: policy as PolicyPath,
    title,
    number,
    digest,
    day,
    countsFrom: isoFromInstant(countsFrom),
    changed,
    state:
      status === 'withdrawn'
        ? 'withdrawn'
        : counts.has(id)
          ? 'counts'
          : comes.has(id)
            ? 'comes'
            : 'past',
  })
}

/** What a person has accepted, and what counts or comes. */
export async function readOwnEditions(db: Database, owner: OwnerId): Promise<OwnEdition[]> {
  const [{ rows, now }, accepted] = await Promise.all([
    readAllEditions(db),
    db.query<{ edition: string; at: Instant }>({
      name: 'editions.accepted',
      text: 'select edition_id as edition, at from acceptances where owner_id = $1',
      values: [owner],
    }),
  ])
  const when = new Map(accepted.rows.map(({ edition, at }) => [edition, isoFromInstant(at)]))
  return rows
    .map(presenterOf(rows, now))
    .map((one) => ({ ...one, acceptedAt: when.get(one.id) ?? null }))
    .filter(({ state, acceptedAt }) => state === 'counts' || state === 'comes' || acceptedAt)
    .toSorted((a, b) => (a.countsFrom < b.countsFrom ? 1 : -1))
}

/** SQL: of `owners owner`, who has an account. */
export const hasAccount = `owner.role <> 'firm' and owner.status <> 'closed'`

/** By policy, newest first, with how many people with an account have accepted each; and how many there are. */
export async function readStaffEditions(
  db: Database,
): Promise<{ of: ReadonlyMap<string, StaffEdition[]>; people: number; now: Instant }> {
  const [{ rows, now }, counted, people] = await Promise.all([
    readAllEditions(db),
    db.query<{ edition: string; count: number }>({
      name: 'editions.counted',
      text: `select acceptance.edition_id as edition, count(*)::int as count from acceptances acceptance
        join owners owner on owner.id = acceptance.owner_id where owner.status <> 'closed' group by acceptance.edition_id`,
    }),
    db.query<{ count: number }>({
      name: 'editions.people',
      text: `select count(*)::int as count from owners owner where ${hasAccount}`,
    }),
  ])
  const accepted = new Map(counted.rows.map(({ edition, count }) => [edition, count]))
  const present = presenterOf(rows, now)
  const shown = rows.toReversed().map((row): StaffEdition => ({
    ...present(row),
    publishedAt: isoFromInstant(row.publishedAt),
    by: [party(row.firstBy, row.firstByName), party(row.secondBy, row.secondByName)],
    accepted: accepted.get(row.id) ?? 0,
  }))
  return { of: Map.groupBy(shown, ({ policy }) => policy), people: people.rows[0]!.count, now }
}

type Text = { digest: string; content: string; before: string | null }

/** The whole text, and that of the edition which it follows. Throws `unknown_edition`. */
export async function readEditionText(db: Database, id: string): Promise<Text> {
  const { rows } = await db.query<Text>({
    name: 'editions.text',
    text: `select edition.digest, edition_text.content, (
        select other.content from editions earlier join edition_texts other on other.digest = earlier.digest
          where earlier.policy = edition.policy and earlier.number < edition.number and earlier.status = 'published' order by earlier.number desc limit 1
      ) as before from editions edition join edition_texts edition_text on edition_text.digest = edition.digest where edition.id = $1`,
    values: [id],
  })
  if (!rows[0]) throw new ProblemError('unknown_edition')
  return rows[0]
}

/** Who of these have accepted an edition. */
export async function readWhoAccepted(
  db: Database,
  edition: string,
  owners: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ owner: string }>({
    name: 'editions.who-accepted',
    text: 'select owner_id as owner from acceptances where edition_id = $1 and owner_id = any ($2::uuid[])',
    values: [edition, owners],
  })
  return new Set(rows.map(({ owner }) => owner))
}

/** A text that was proposed, whatever became of it. Throws `unknown_edition` for any other. */
export async function readKeptText(
  db: Database,
  digest: string,
): Promise<{ digest: string; content: string }> {
  const { rows } = await db.query<{ digest: string; content: string }>({
    name: 'editions.kept-text',
    text: 'select digest, content from edition_texts where digest = $1',
    values: [digest],
  })
  if (!rows[0]) throw new ProblemError('unknown_edition')
  return rows[0]
}

/** The text of the newest edition of a policy that wasn't withdrawn; null: there is none. */
export async function readNewestText(
  db: Database,
  policy: string,
): Promise<{ digest: string; content: string } | null> {
  const { rows } = await db.query<{ digest: string; content: string }>({
    name: 'editions.newest-text',
    text: `select edition.digest, edition_text.content from editions edition join edition_texts edition_text on edition_text.digest = edition.digest
      where edition.policy = $1 and edition.status = 'published' order by edition.number desc limit 1`,
    values: [policy],
  })
  return rows[0] ?? null
}

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** Who has an account and hasn't accepted it, oldest accounts first. */
export async function readNotAccepted(db: Database, edition: string, { limit = 50, cursor }: Page) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<{ id: string; name: string | null; at: Instant }>({
    name: 'editions.missing',
    text: `select owner.id, person.full_name as name, owner.created_at as at from owners owner left join auth.persons person on person.id = owner.id
      where ${hasAccount} and ($2::timestamptz is null or (owner.created_at, owner.id) > ($2, $3::uuid))
        and not exists (select from acceptances acceptance where acceptance.owner_id = owner.id and acceptance.edition_id = $1)
      order by owner.created_at, owner.id limit $4`,
    values: [edition, at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.at, last.id])
  return {
    people: shown.map((row) => party(row.id, row.name)),
    nextCursor,
  }
}

export type PublicEdition = About & ShownEdition

/** What pages show of each policy: what counts and what comes, with the texts. */
export async function readPublicEditions(db: Database): Promise<PublicEdition[]> {
  const { rows, now } = await readAllEditions(db)
  const shown = rows
    .map(presenterOf(rows, now))
    .filter(({ state }) => state === 'counts' || state === 'comes')
  return Promise.all(
    shown.map(async (one) => {
      const { content, before } = await readEditionText(db, one.id)
      return {
        ...one,
        page: JSON.parse(content) as TextPage,
        before: before === null ? null : (JSON.parse(before) as TextPage),
      }
    }),
  )
}

/** What changes when anything that pages show of them does. */
export async function readEditionMark(db: Database): Promise<string> {
  const { rows, now } = await readAllEditions(db)
  return [...countingAt(rows, now), ...comingAfter(rows, now)].map(({ id }) => id).join(',')
}

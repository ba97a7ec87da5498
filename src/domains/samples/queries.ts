import type { Mark, Sample, SampledUser } from '../../contract/sample.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import type { DrawSample } from './rules.ts'
import { marks, samples, type MarkRow, type SampleRow } from './table.ts'

/** Users who haven't left, each as likely as any other: the random ids are of PostgreSQL's strong source. */
export async function draw(db: Database, size: number): Promise<DrawSample> {
  const users = `owners owner where owner.role = 'user' and owner.status <> 'closed'`
  const { rows } = await db.query<{ id: OwnerId; among: number }>(
    `select owner.id, (select count(*)::int from ${users}) as among from ${users} order by gen_random_uuid() limit $1`,
    [size],
  )
  return { people: rows.map(({ id }) => id), among: rows[0]?.among ?? 0 }
}

type Counted = SampleRow & { lookedAt: number; closed: number }

const marked = `exists (select from audit_marks mark where mark.sample_id = sample.id and mark.owner_id = sampled.person_id and mark.withdrawn_at is null)`

const select = `select ${samples.columns}, counted."lookedAt", counted.closed
  from ${samples.from} cross join lateral (
    select (count(*) filter (where ${marked}))::int as "lookedAt", (count(*) filter (where owner.status = 'closed' and not ${marked}))::int as closed
    from audit_sample_people sampled join owners owner on owner.id = sampled.person_id where sampled.sample_id = sample.id) counted`

const present = (row: Counted): Sample => ({
  id: row.id,
  drawnAt: isoFromInstant(row.drawnAt),
  drawnBy: party(row.drawnBy, row.drawnByName),
  size: row.size,
  among: row.among,
  lookedAt: row.lookedAt,
  closed: row.closed,
})

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** Newest first. */
export async function readSamples(db: Database, { limit = 20, cursor }: Page) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<Counted>({
    name: 'samples.page',
    text: `${select} where ($1::timestamptz is null or (sample.drawn_at, sample.id) < ($1, $2::uuid))
      order by sample.drawn_at desc, sample.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.drawnAt, last.id])
  return {
    samples: shown.map(present),
    nextCursor,
  }
}

const presentMark = (row: MarkRow): Mark => ({
  id: row.id,
  by: party(row.markedBy, row.markedByName),
  at: isoFromInstant(row.markedAt),
  note: row.note,
  withdrawn:
    row.withdrawnAt === null
      ? null
      : { at: isoFromInstant(row.withdrawnAt), reason: row.withdrawnReason },
})

type PersonRow = { id: OwnerId; name: string | null; closed: boolean }

/** In the order in which they were drawn; null where there is no such sample. */
export async function readSample(
  db: Database,
  id: string,
): Promise<{ sample: Sample; users: SampledUser[] } | null> {
  const one = await db.query<Counted>({
    name: 'samples.one',
    text: `${select} where sample.id = $1`,
    values: [id],
  })
  const [row] = one.rows
  if (!row) return null
  const [people, made] = await Promise.all([
    db.query<PersonRow>({
      name: 'samples.people',
      text: `select sampled.person_id as id, person.full_name as name, owner.status = 'closed' as closed
        from audit_sample_people sampled join owners owner on owner.id = sampled.person_id left join auth.persons person on person.id = sampled.person_id
        where sampled.sample_id = $1 order by sampled.number`,
      values: [id],
    }),
    db.query<MarkRow>({
      name: 'samples.marks',
      text: `select ${marks.columns} from ${marks.from} where mark.sample_id = $1 order by mark.marked_at, mark.id`,
      values: [id],
    }),
  ])
  const byOwner = Map.groupBy(made.rows, ({ owner }) => owner)
  return {
    sample: present(row),
    users: people.rows.map((person) => ({
      user: party(person.id, person.name),
      closed: person.closed,
      marks: (byOwner.get(person.id) ?? []).map(presentMark),
    })),
  }
}

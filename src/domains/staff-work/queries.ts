import {
  capabilities,
  capabilitiesOf,
  noRoles,
  readingFor,
  type Capability,
  type Roles,
} from '../../contract/roles.ts'
import {
  maxWork,
  type StaffWork,
  type StaffWorkItem,
  type WorkFilter,
  type WorkName,
} from '../../contract/staff-work.ts'
import { party, partyIfAny } from '../../desk/spoken.ts'
import { firm } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import type { Waits } from '../noun.ts'
import { dueOf, type DueTerms } from './due.ts'

type By = { owner: string; roles: Roles }

/** Everybody of staff who isn't frozen, once for each thing that they may do. */
async function readEntitled(db: Database): Promise<{ may: Capability[]; person: string[] }> {
  const { rows } = await db.query<{ id: string; roles: Roles }>({
    name: 'staff-work.staff',
    text: `select id, roles from owners where roles <> '${noRoles}' and status = 'active'`,
  })
  const pairs = rows.flatMap(({ id, roles }) =>
    [...capabilitiesOf(roles)].map((may) => ({ may, id })),
  )
  return { may: pairs.map(({ may }) => may), person: pairs.map(({ id }) => id) }
}

/** SQL of all that waits, a row for each piece, with who holds it while they may decide on it. `$1`, `$2`: who may do what. */
const piecesOf = (waits: readonly Waits[], due: DueTerms) => `
  select one.*, held.*, coalesce(held.put_off_until > (select business_now()) and held.holder is not null, false) as "isPutOff",
    one.due <= (select business_now()) as "isLate"
  from (${waits
    .map(({ of, text, may, has = [] }) => {
      const lapses = has.includes('ends')
      return `select '${of}' as of, id, at, begun, about, ${may === null ? 'may' : `'${may}'`} as may,
        ${has.includes('amount') ? 'amount' : 'null::bigint'} as amount, ${dueOf(due, of, lapses)} as due
        from (select * from (${text}) one order by at limit ${maxWork}) one`
    })
    .join(' union all ')}) one
  left join lateral (select note, note_by, note_at, put_off_until, held_since,
      case when (one.may, holder_id) in (select * from unnest($1::text[], $2::uuid[]))
        and not coalesce(holder_id = any (one.begun), false) and not coalesce(holder_id = any (one.about), false) then holder_id end as holder
    from work_items where item_id = one.id and work = one.of) held on true`

type Counted = Omit<StaffWork, 'oldestAt'> & { oldestAt: Instant | null }

/** `by`: who asks. Nobody decides on what they began themselves, what is about them, or what they may not; whoever audits sees all that waits. */
export async function readWork(
  db: Database,
  waits: readonly Waits[],
  due: DueTerms,
  by: By,
): Promise<StaffWork[]> {
  const { may, person } = await readEntitled(db)
  const { rows: counted } = await db.query<Counted>({
    name: 'staff-work.counted',
    text: `with waiting as (
        select of, at, "isLate", holder = $3::uuid as mine, coalesce($3::uuid = any (begun), false) as own,
          (may = any ($4) or 'draw-samples' = any ($4)) and not coalesce($3::uuid = any (about), false) as fit from (${piecesOf(waits, due)}) one)
      select of, count(*) filter (where fit and not own)::int as "toDecide",
        min(at) filter (where fit and not own) as "oldestAt", count(*) filter (where fit and not own and "isLate")::int as late,
        count(*) filter (where mine)::int as mine, count(*) filter (where mine and "isLate")::int as "lateOfMine", count(*) filter (where own)::int as yours
      from waiting group by of`,
    values: [may, person, by.owner, [...capabilitiesOf(by.roles)]],
  })
  const order = waits.map(({ of }) => of)
  return counted
    .filter(({ toDecide, yours }) => toDecide + yours > 0)
    .toSorted((a, b) => order.indexOf(a.of) - order.indexOf(b.of))
    .map(({ oldestAt, ...row }) => ({
      ...row,
      oldestAt: oldestAt === null ? null : isoFromInstant(oldestAt),
    }))
}

type Query = {
  whose?: WorkFilter | undefined
  work?: WorkName | undefined
  item?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

type Piece = {
  of: WorkName
  id: string
  at: Instant
  due: Instant
  isLate: boolean
  /** The first person; null: it is about the firm. */
  about: string | null
  aboutName: string | null
  amount: Cents | null
  holder: string | null
  holderName: string | null
  heldSince: Instant | null
  putOffUntil: Instant | null
  note: string | null
  noteBy: string | null
  noteByName: string | null
  noteAt: Instant | null
  mayHold: boolean
}

const isoIfAny = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

const presentPiece = (row: Piece): StaffWorkItem => ({
  of: row.of,
  id: row.id,
  at: isoFromInstant(row.at),
  dueAt: isoFromInstant(row.due),
  isLate: row.isLate,
  about: partyIfAny(row.about, row.aboutName),
  amount: row.amount === null ? null : dollarsFromCents(row.amount),
  holder: partyIfAny(row.holder, row.holderName),
  heldSince: isoIfAny(row.holder === null ? null : row.heldSince),
  putOffUntil: isoIfAny(row.putOffUntil),
  note:
    row.note === null || row.noteAt === null || row.noteBy === null
      ? null
      : { text: row.note, by: party(row.noteBy, row.noteByName), at: isoFromInstant(row.noteAt) },
  mayHold: row.mayHold,
})

const filters: Record<WorkFilter, string> = {
  mine: `piece.holder = $3 and not piece."isPutOff"`,
  nobodys: 'piece.holder is null',
  'put-off': `piece."isPutOff"`,
}

/** What waits that whoever asks may read, and isn't about them: what is due first, first. */
export async function readWorkItems(
  db: Database,
  waits: readonly Waits[],
  due: DueTerms,
  { whose, work, item, limit = 50, cursor, by }: Query & { by: By },
) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { may, person } = await readEntitled(db)
  const own = capabilitiesOf(by.roles)
  const readable = (Object.keys(capabilities) as Capability[]).filter(
    (one) => own.has(one) || own.has(readingFor[one]),
  )
  const { rows } = await db.query<Piece>({
    // Unnamed: a plan for what is asked for.
    text: `select piece.of, piece.id, piece.at, piece.due, piece."isLate", whom.id as about, about.full_name as "aboutName", piece.amount,
        piece.holder, holder.full_name as "holderName", piece.held_since as "heldSince", case when piece."isPutOff" then piece.put_off_until end as "putOffUntil",
        piece.note, piece.note_by as "noteBy", noted.full_name as "noteByName", piece.note_at as "noteAt",
        piece.may = any ($9) and not coalesce($3::uuid = any (piece.begun), false) as "mayHold"
      from (${piecesOf(
        waits.filter(({ of }) => work === undefined || of === work),
        due,
      )}) piece
        cross join lateral (select (array_remove(piece.about, '${firm}'))[1] as id) whom left join auth.persons about on about.id = whom.id left join auth.persons holder on holder.id = piece.holder left join auth.persons noted on noted.id = piece.note_by
      where piece.may = any ($4) and not coalesce($3::uuid = any (piece.about), false) and ($5::uuid is null or piece.id = $5)
        and ${whose === undefined ? 'true' : filters[whose]} and ($6::timestamptz is null or (piece.due, piece.id) > ($6, $7::uuid))
      order by piece.due, piece.id limit $8`,
    values: [may, person, by.owner, readable, item ?? null, at, id, limit + 1, [...own]],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.due, last.id])
  return {
    items: shown.map(presentPiece),
    nextCursor,
  }
}

/** Who may decide on one piece, but whoever asks; nobody where it waits no longer, or whoever asks may not decide on it. */
export async function readWorkPeople(
  db: Database,
  waits: readonly Waits[],
  due: DueTerms,
  { work, item, by }: { work: WorkName; item: string; by: By },
) {
  const { may, person } = await readEntitled(db)
  const { rows } = await db.query<{ id: string; fullName: string | null }>({
    text: `select person.id, person.full_name as "fullName"
      from (${piecesOf(
        waits.filter(({ of }) => of === work),
        due,
      )}) piece
        join unnest($1::text[], $2::uuid[]) entitled (may, id) on entitled.may = piece.may
        join auth.persons person on person.id = entitled.id
      where piece.id = $3 and piece.may = any ($4) and not coalesce($5::uuid = any (piece.about), false)
        and entitled.id <> $5 and not coalesce(entitled.id = any (piece.begun), false) and not coalesce(entitled.id = any (piece.about), false)
      order by lower(person.full_name), person.id`,
    values: [may, person, item, [...capabilitiesOf(by.roles)], by.owner],
  })
  return rows.map(({ id, fullName }) => party(id, fullName))
}

import type { Imported, OwnImport } from '../../contract/imports.ts'
import { party } from '../../desk/spoken.ts'
import type { Instant } from '../../lib/instant.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { imports, type Import, type ImportNamed } from './table.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }

const numbersIn = (text: string | null): number[] =>
  text === null || text === '' ? [] : text.split(',').map(Number)

/** Newest first. */
export async function readImports(
  db: Database,
  { limit = 20, cursor }: Page,
): Promise<{ imports: Imported[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query({
    name: 'imports.list',
    text: `select ${imports.columns}, (select count(*)::int from imported_lines line where line.import_id = import.id) as done
      from ${imports.from} where $1::timestamptz is null or (import.at, import.id) < ($1, $2::uuid)
      order by import.at desc, import.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows as (ImportNamed & { done: number })[], limit, (row) => [
    row.at,
    row.id,
  ])
  return {
    imports: shown.map((row) => ({
      ...{ id: row.id, at: isoFromInstant(row.at), file: row.file, digest: row.digest },
      by: [party(row.firstBy, row.firstByName), party(row.secondBy, row.secondByName)],
      ...{ people: row.people, done: row.done, amount: dollarsFromCents(row.amount) },
      ...{ state: row.state, stateAt: isoFromInstant(row.stateAt) },
      booked: row.booked === null ? null : dollarsFromCents(row.booked),
      leftOut: numbersIn(row.leftOut),
      ...{ takenBack: dollarsFromCents(row.takenBack), cleared: dollarsFromCents(row.cleared) },
    })),
    nextCursor,
  }
}

/** By which import somebody arrived; null: by none. */
export async function readOwnImport(db: Database, owner: string): Promise<OwnImport | null> {
  type Row = Omit<OwnImport, 'at' | 'amount' | 'takenBack'> & {
    at: Instant
    amount: Cents
    takenBack: Cents
  }
  const { rows } = await db.query<Row>({
    name: 'imports.own',
    text: `select line.at, line.line::int, line.reference, line.amount, line.taken_back as "takenBack", import.state
      from imported_lines line join imports import on import.id = line.import_id where line.owner_id = $1`,
    values: [owner],
  })
  const [row] = rows
  if (!row) return null
  return {
    ...row,
    at: isoFromInstant(row.at),
    amount: dollarsFromCents(row.amount),
    takenBack: dollarsFromCents(row.takenBack),
  }
}

/** The one that is being booked, or null. */
export async function readBooking(db: Database): Promise<Import | null> {
  const { rows } = await db.query({
    name: 'imports.booking',
    text: `select ${imports.columns} from ${imports.from} where import.state = 'booking'`,
  })
  return rows[0] ? imports.fromRow(rows[0]) : null
}

/** Those that are booked. */
export async function readBookedImports(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'imports.booked',
    text: `select id from imports where state <> 'booking'`,
  })
  return rows.map(({ id }) => id)
}

/** Which lines of an import are booked. */
export async function readBookedLines(db: Database, id: string): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ line: number }>({
    name: 'imports.lines',
    text: 'select line::int from imported_lines where import_id = $1',
    values: [id],
  })
  return new Set(rows.map(({ line }) => line))
}

/** SQL: whom an import brought here, by `parameter`, its id. */
export const broughtBy = (parameter: string): string =>
  `select owner_id as id from imported_lines where import_id = ${parameter}`

/** SQL: whether a file is one of an import that needs it, or may be asked for it: until 30 days after, and only while all of its people are here. */
export const isFileOfImport = (file: string): string =>
  `exists (select from imports import where import.file_id = ${file} and (import.state = 'booking' or import.state_at > (select business_now()) - interval '30 days'
      and not exists (select from imported_lines line join owners owner on owner.id = line.owner_id where line.import_id = import.id and owner.status = 'closed')))`

/** Since when an import waits for its money; null: none does. */
export async function readUncleared(db: Database): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant }>({
    name: 'imports.uncleared',
    text: `select state_at as at from imports where state <> 'cleared'`,
  })
  return rows[0]?.at ?? null
}

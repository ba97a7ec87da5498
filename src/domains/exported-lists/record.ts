/** The one way by which a list of other people's data leaves as a file: recorded first. */
import { Readable } from 'node:stream'
import { ProblemError, type ProblemCode } from '../../contract/problems.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import type { Database } from '../../platform/database.ts'
import { olderCsv, sayingWhen } from '../../platform/older-reads.ts'
import type { Asked } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'

type Query = Readonly<Record<string, unknown>> & {
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
const longestPage = 200
type Page<Row> = { rows: readonly Row[]; nextCursor: string | null }

type Export<Row, Q extends Query> = {
  /** As it is called where it is saved. */
  file: string
  columns: readonly CsvColumn<Row>[]
  /** The longest page that the list has; 200 unless said. */
  limit?: number
  readPage(
    db: Database,
    query: Q & { limit: number; cursor: string | undefined },
  ): Promise<Page<Row>>
  /** How many rows there are, where the database can count them; null, or not said: they are counted page by page. */
  count?(db: Database, query: Q): Promise<number> | null
}

/** What was chosen, in the order of the alphabet, without the words that were searched for. */
const filterOf = (query: Query) =>
  Object.entries(query)
    .filter(([name, value]) => value !== undefined && name !== 'search')
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted()
    .join(' ')

async function countPages<Row, Q extends Query>(
  { readPage, limit = longestPage }: Export<Row, Q>,
  db: Database,
  query: Q,
): Promise<number> {
  let rows = 0
  let cursor: string | undefined
  do {
    const page = await readPage(db, { ...query, limit, cursor })
    rows += page.rows.length
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

/** Puts into the audit that a file with so many rows leaves. Throws what the desk refuses. */
export async function recordExport(
  desk: House['desk'],
  { asked, file, query, rows }: { asked: Asked; file: string; query: Query; rows: number },
): Promise<void> {
  const search = query.search?.trim() || null
  const reply = await desk.run({
    ...asked,
    kind: 'ExportList',
    command: { file, filter: filterOf(query), search, rows },
  })
  if (reply.outcome !== 'done') throw new ProblemError(reply.outcome as ProblemCode)
}

/** The list as a file for spreadsheets, once the export stands in the audit. Throws what the desk refuses. */
export async function exportedCsv<Row, Q extends Query>(
  { desk, older, pool }: House,
  list: Export<Row, Q>,
  {
    asked,
    query,
    setHeader,
  }: {
    asked: Asked
    query: Q
    setHeader(name: string, value: string): void
  },
): Promise<{ file: Readable; name: string }> {
  const rows = await (list.count?.(pool, query) ?? countPages(list, pool, query))
  const { file, columns, limit = longestPage, readPage } = list
  await recordExport(desk, { asked, file, query, rows })
  const csv = await olderCsv(older, columns, (db, cursor) =>
    readPage(db, { ...query, limit, cursor }),
  )
  return { file: Readable.from(sayingWhen(csv, setHeader)), name: file }
}

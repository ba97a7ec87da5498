/**
 * Saved views: rows of their owner's, which nobody else reads or changes. They are no commands: the journal would keep for
 * good what is searched for, which may be a name.
 */
import pg, { type Pool } from 'pg'
import type { SavedView } from '../../contract/saved-view.ts'
import { ProblemError } from '../../contract/problems.ts'
import { newId } from '../../platform/ids.ts'

const columns = 'id, list, name, query'

export async function readViews(pool: Pool, person: string): Promise<SavedView[]> {
  const { rows } = await pool.query<SavedView>({
    name: 'saved-views.list',
    text: `select ${columns} from auth.saved_views where person_id = $1 order by lower(name), name`,
    values: [person],
  })
  return rows
}

// Two at once may choose the same number: one of them finds it taken, and chooses again.
const insertText = `
  insert into auth.saved_views (person_id, list, number, id, name, query)
   select $1::uuid, $2::text, free.number, $3::uuid, $4::text, $5::text from generate_series(1, 20) as free(number)
    where not exists (select from auth.saved_views taken where taken.person_id = $1 and taken.list = $2 and taken.number = free.number)
    order by free.number limit 1
   on conflict (person_id, list, number) do nothing returning ${columns}`

/** Throws `view_name_taken` or `too_many_views`. */
export async function insertView(
  pool: Pool,
  person: string,
  { list, name, query }: Omit<SavedView, 'id'>,
): Promise<SavedView> {
  for (;;) {
    const { rows } = await uniquely(
      pool.query<SavedView>(insertText, [person, list, newId(), name, query]),
    )
    if (rows[0]) return rows[0]
    const { rows: counted } = await pool.query<{ full: boolean }>(
      'select count(*) = 20 as full from auth.saved_views where person_id = $1 and list = $2',
      [person, list],
    )
    if (counted[0]!.full) throw new ProblemError('too_many_views')
  }
}

/** Null when the person has no such view. Throws `view_name_taken`. */
export async function changeName(
  pool: Pool,
  person: string,
  id: string,
  name: string,
): Promise<SavedView | null> {
  const { rows } = await uniquely(
    pool.query<SavedView>(
      `update auth.saved_views set name = $3 where person_id = $1 and id = $2 returning ${columns}`,
      [person, id, name],
    ),
  )
  return rows[0] ?? null
}

/** Whether it was there, and theirs. */
export async function removeView(pool: Pool, person: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from auth.saved_views where person_id = $1 and id = $2',
    [person, id],
  )
  return rowCount === 1
}

async function uniquely<T>(statement: Promise<T>): Promise<T> {
  return statement.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.constraint === 'saved_views_by_name')
      throw new ProblemError('view_name_taken')
    throw error
  })
}

/**
 * Saved views: rows of their owner's, who may share them with all who see the list. Nobody else reads or changes one that isn't
 * shared. They are no commands: the journal would keep for good what is searched for, which may be a name.
 */
import pg, { type Pool } from 'pg'
import { capabilitiesOf, noRoles, type Roles } from '../../contract/roles.ts'
import { seeingList, type SavedView, type ViewedList } from '../../contract/saved-view.ts'
import { ProblemError } from '../../contract/problems.ts'
import { party } from '../../desk/spoken.ts'
import { newId } from '../../platform/ids.ts'

export type ViewedBy = { owner: string; roles: Roles }

type Row = Pick<SavedView, 'id' | 'list' | 'name' | 'query' | 'isShared'> & {
  by: string
  byName: string | null
}

const columns = `view.id, view.list, view.name, view.query, view.is_shared as "isShared", view.person_id as by, person.full_name as "byName"`
const from = `auth.saved_views view join auth.persons person on person.id = view.person_id join owners owner on owner.id = view.person_id`

const lists = Object.keys(seeingList) as ViewedList[]
const seenBy = ({ roles }: ViewedBy) =>
  lists.filter((list) => {
    const may = seeingList[list]
    return may !== null && capabilitiesOf(roles).has(may)
  })

/** Whoever gives roles changes what others share. */
const givesRoles = ({ roles }: ViewedBy) => capabilitiesOf(roles).has('give-roles')

const present = ({ by, byName, ...row }: Row, who: ViewedBy): SavedView => ({
  ...row,
  by: party(by, byName),
  mayChange: by === who.owner || (row.isShared && givesRoles(who)),
})

/** SQL: what `$1` sees, of the lists `$2`. What somebody shares who is frozen or has left is shared no longer. */
const isSeen = `(view.person_id = $1 or (view.is_shared and view.list = any ($2) and owner.status = 'active' and owner.roles <> '${noRoles}'))`

export async function readViews(pool: Pool, who: ViewedBy): Promise<SavedView[]> {
  const { rows } = await pool.query<Row>({
    name: 'saved-views.list',
    text: `select ${columns} from ${from} where ${isSeen} order by lower(view.name), view.name, view.id`,
    values: [who.owner, seenBy(who)],
  })
  return rows.map((row) => present(row, who))
}

async function readView(pool: Pool, who: ViewedBy, id: string): Promise<SavedView> {
  const { rows } = await pool.query<Row>({
    name: 'saved-views.one',
    text: `select ${columns} from ${from} where ${isSeen} and view.id = $3`,
    values: [who.owner, seenBy(who), id],
  })
  if (!rows[0]) throw new ProblemError('unknown_view')
  return present(rows[0], who)
}

// Two at once may choose the same number: one of them finds it taken, and chooses again.
const insertText = `
  insert into auth.saved_views (person_id, list, number, id, name, query)
   select $1::uuid, $2::text, free.number, $3::uuid, $4::text, $5::text from generate_series(1, 20) as free(number)
    where not exists (select from auth.saved_views taken where taken.person_id = $1 and taken.list = $2 and taken.number = free.number)
    order by free.number limit 1
   on conflict (person_id, list, number) do nothing returning id`

/** Throws `view_name_taken` or `too_many_views`. */
export async function insertView(
  pool: Pool,
  who: ViewedBy,
  { list, name, query }: Pick<SavedView, 'list' | 'name' | 'query'>,
): Promise<SavedView> {
  for (;;) {
    const { rows } = await uniquely(
      pool.query<{ id: string }>(insertText, [who.owner, list, newId(), name, query]),
    )
    if (rows[0]) return readView(pool, who, rows[0].id)
    const { rows: counted } = await pool.query<{ full: boolean }>(
      'select count(*) = 20 as full from auth.saved_views where person_id = $1 and list = $2',
      [who.owner, list],
    )
    if (counted[0]!.full) throw new ProblemError('too_many_views')
  }
}

/** SQL: a view `$2` that `$1` may change; `$3`: whether they give roles. */
const isTheirs = `id = $2 and (person_id = $1 or (is_shared and $3))`

/** Throws `unknown_view`, `forbidden` to whoever sees it only, `view_name_taken` and `shared_name_taken`. */
export async function changeView(
  pool: Pool,
  who: ViewedBy,
  id: string,
  { name, isShared }: { name?: string | undefined; isShared?: boolean | undefined },
): Promise<SavedView> {
  const before = await readView(pool, who, id)
  // Nobody shares a list that they don't see, nor what is another's.
  const mayShare = before.by.id === who.owner && seenBy(who).includes(before.list)
  if (!before.mayChange || (isShared === true && !mayShare)) throw new ProblemError('forbidden')
  await uniquely(
    pool.query(
      `update auth.saved_views set name = coalesce($4, name), is_shared = coalesce($5, is_shared) where ${isTheirs}`,
      [who.owner, id, givesRoles(who), name ?? null, isShared ?? null],
    ),
  )
  // What whoever gives roles shares no longer, they don't see any more.
  return {
    ...before,
    name: name ?? before.name,
    isShared: isShared ?? before.isShared,
  }
}

/** Throws `unknown_view`, and `forbidden` to whoever sees it only. */
export async function removeView(pool: Pool, who: ViewedBy, id: string): Promise<void> {
  const { mayChange } = await readView(pool, who, id)
  if (!mayChange) throw new ProblemError('forbidden')
  await pool.query(`delete from auth.saved_views where ${isTheirs}`, [
    who.owner,
    id,
    givesRoles(who),
  ])
}

const taken = {
  saved_views_by_name: 'view_name_taken',
  saved_views_shared_by_name: 'shared_name_taken',
} as const

async function uniquely<T>(statement: Promise<T>): Promise<T> {
  return statement.catch((error: unknown) => {
    const constraint = error instanceof pg.DatabaseError ? (error.constraint ?? '') : ''
    if (Object.hasOwn(taken, constraint))
      throw new ProblemError(taken[constraint as keyof typeof taken])
    throw error
  })
}

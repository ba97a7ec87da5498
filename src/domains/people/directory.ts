/**
 * Who stands on a page of the list of users, found in the directory at any size.
 *
 * Those that many match are soon met by walking along the order; those that few match, an index of trigrams
 * finds. Which of the two it is, the commonness of the trigrams tells, or else a short walk. Every walk begins
 * with a keyset of a fixed length, so that no plan depends on what the database guesses about a text.
 */
import type { QueryResultRow } from 'pg'
import type { OwnerStatus } from '../../contract/user.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Shape } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'

/** A user's place in an order: an instant, a name in lower case, an email, a balance in cents. */
export type Place = { id: OwnerId; sorted: Instant | string | bigint }

/** What the list can be in the order of: the columns of an index, their type, and what a cursor carries of it. */
export const orders = {
  createdAt: {
    table: 'auth.directory',
    column: 'created_at',
    type: 'timestamptz',
    shape: 'moment',
  },
  fullName: { table: 'auth.directory', column: 'full_name', type: 'text', shape: 'text' },
  email: { table: 'auth.directory', column: 'email', type: 'text', shape: 'text' },
  accountBalance: {
    table: 'auth.kept_balances',
    column: 'balance',
    type: 'bigint',
    shape: 'integer',
  },
} as const satisfies Record<string, { table: string; column: string; type: string; shape: Shape }>

/** A question to the directory; `after` is where the page before ended, `most` at most 201. */
export type Question = {
  order: keyof typeof orders
  descending: boolean
  statuses: readonly OwnerStatus[]
  search: string | null
  after: { sorted: string; id: string } | null
  most: number
}

/** One that looks for something. */
type Sought = Question & { search: string }

/** A page of 200, and one that says whether another follows. */
const longestPage = 201
/** After a short walk it shows whether many match; where one of the first did, a long one fills the page, or few match. */
export const walks = { short: 2_000, long: 20_000 }
/** How many a search may find and sort while its asker waits. */
export const maxSortedAtOnce = 2_000

/** Character by character, as the database does it: as a word, Greek would end in another sigma. */
export const lowerCase = (text: string) =>
  Array.from(text, (character) => character.toLowerCase()).join('')

/** What is looked for, or null. Names are kept in NFC; what is typed or pasted may not be. */
export function searchedFor(search: string | undefined): string | null {
  const trimmed = search?.trim() ?? ''
  return trimmed === '' ? null : lowerCase(trimmed.normalize('NFC'))
}

export const patternOf = (search: string) => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The runs of three characters that whatever matches has, those side by side first; what is shorter is the beginning of one. */
export function trigramsOf(search: string): string[] {
  const characters = Array.from(search)
  if (characters.length < 3) return [search]
  const starts = characters
    .slice(2)
    .map((_, at) => at)
    .toSorted((a, b) => (a % 3) - (b % 3))
  return [...new Set(starts.map((at) => characters.slice(at, at + 3).join('')))]
}

const isShort = (trigram: string) => Array.from(trigram).length < 3

/** As the type `tsquery` has it: all of these trigrams. */
export const allOf = (trigrams: readonly string[]) =>
  trigrams
    .map((trigram) => `'${trigram.replaceAll(/['\\]/g, '$&$&')}'${isShort(trigram) ? ':*' : ''}`)
    .join(' & ')

/** Collects values and writes the places where they belong. */
function parameters() {
  const values: unknown[] = []
  return { values, put: (value: unknown, type: string) => `$${values.push(value)}::${type}` }
}
export type Put = ReturnType<typeof parameters>['put']

/** Users of these statuses whom the index of trigrams finds, up to a limit, as rows of the directory. */
export function matching(
  put: Put,
  { search, statuses }: { search: string; statuses: readonly OwnerStatus[] },
  query: string,
  most: number | null = null,
): string {
  return `auth.directory_matching(${put(query, 'tsquery')}, ${put(patternOf(search), 'text')}, ${most}, ${put(statuses, 'text[]')})`
}

/** Whether this user matches. `offset 0` keeps it a query per user: joined, the planner reads the whole directory. */
export const oneWhoMatches = (put: Put, user: string, search: string) =>
  `select from auth.directory where id = ${user} and ${isLike(put(patternOf(search), 'text'))} offset 0`

/** Of rows with `id` and `sorted`: only what lies beyond the page before, in the order asked for, up to a limit. */
export function pageOf(
  { order, descending, after }: Pick<Question, 'order' | 'descending' | 'after'>,
  put: Put,
  rows: string,
  most: number,
): string {
  const direction = descending ? 'desc' : 'asc'
  const { type } = orders[order]
  const beyond = after
    ? `where (sorted, id) ${descending ? '<' : '>'} (${put(after.sorted, type)}, ${put(after.id, 'uuid')})`
    : ''
  return `select * from (${rows}) listed ${beyond} order by sorted ${direction}, id ${direction} limit ${most}`
}

/** Unnamed, so that the text may say what is asked for: planning it takes less than a millisecond. */
export async function askDirectory<Row extends QueryResultRow = Place>(
  db: Database,
  write: (put: Put) => string,
): Promise<Row[]> {
  const { values, put } = parameters()
  const { rows } = await db.query<Row>({ text: write(put), values })
  return rows
}

/** SQL of whether a row of the directory has what is looked for. */
export const isLike = (pattern: string) =>
  `(full_name like ${pattern} or email like ${pattern} or account_id like ${pattern})`

/**
 * Those of the next `length` users in the order who match. Each status is a stretch of an index; they are merged
 * before anything is left out, or one of them would reach further than the others and its users come too early.
 */
export function walk(db: Database, question: Question, length: number): Promise<Place[]> {
  const { order, statuses, search, most } = question
  const { table, column } = orders[order]
  const texts = search === null ? '' : ', full_name, email, account_id'
  return askDirectory(db, (put) => {
    const stretches = statuses.map(
      (status) =>
        `(${pageOf(question, put, `select id, ${column} as sorted${texts} from ${table} where status = '${status}'`, length)})`,
    )
    const next = pageOf({ ...question, after: null }, put, stretches.join(' union all '), length)
    const found = search === null ? '' : `where ${isLike(put(patternOf(search), 'text'))}`
    return `select near.id, near.sorted from (${next}) near ${found} limit ${most}`
  })
}

/** What marks a trigram as the beginning of a name or an email, in the index of trigrams. */
const beginnings: { [order in Question['order']]?: string } = {
  fullName: '\u0001',
  email: '\u0002',
}

/** What is known of a question before anybody is looked for. */
export type Prospect = {
  /** How many users have one of the statuses asked for. */
  users: number
  /** The rarest of the trigrams, which are enough to find all that match. */
  trigrams: readonly string[]
  /** How many match at most, as far as is known. Only what is done first depends on it, never who is found. */
  atMost: number
  /** Three characters: in this order, all users who begin with them come together. Null unless the search begins so, and few enough do to walk through them. */
  beginning: string | null
}

/** What a fourth list would leave out is sooner compared than the list read. */
const enough = 3

type Shares = { [trigram: string]: number }

/** Of trigrams that are too rare to be kept, each has less than the rarest that is; two of them are hardly met together by chance. */
function atMostOf(users: number, rarest: readonly string[], shares: Shares, least: number): number {
  const [one, other] = rarest.map((trigram) => shares[trigram])
  if (one !== undefined) return users * one
  return users * least * (rarest.length > 1 && other === undefined ? least : 1)
}

export async function readProspect(
  db: Database,
  { order, statuses, search }: Question,
): Promise<Prospect> {
  const trigrams = search === null ? [] : trigramsOf(search)
  const marked = `${beginnings[order]}${trigrams[0]}`
  const { rows } = await db.query<{ users: number; least: number | null; shares: Shares | null }>({
    name: 'people.prospect',
    text: `select (${count}) as users, (select min(share) from auth.common_grams) as least,
      (select jsonb_object_agg(gram, share) from auth.common_grams where gram = any ($2)) as shares`,
    values: [statuses, [...trigrams, marked]],
  })
  const { users, least } = rows[0]!
  const shares = rows[0]!.shares ?? {}
  const rarest = trigrams.toSorted((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0)).slice(0, enough)
  if (least === null || search === null || isShort(search))
    return { users, trigrams: rarest, atMost: users, beginning: null }
  const atMost = atMostOf(users, rarest, shares, least)
  // Walking past three in an index takes no longer than fetching one whom the trigrams find.
  const standTogether = order in beginnings && users * (shares[marked] ?? least) <= 3 * atMost
  return { users, trigrams: rarest, atMost, beginning: standTogether ? trigrams[0]! : null }
}

/** All that match, sorted. */
function find(db: Database, question: Sought, { trigrams }: Prospect): Promise<Place[]> {
  const { table, column } = orders[question.order]
  return askDirectory(db, (put) => {
    const found = `${matching(put, question, allOf(trigrams))} found`
    const rows = table === 'auth.directory' ? found : `${found} join ${table} kept using (id)`
    return pageOf(question, put, `select id, ${column} as sorted from ${rows}`, question.most)
  })
}

/** The same, where many begin with what is looked for: they stand together and are walked, and only the others are fetched and sorted. */
function findBeside(
  db: Database,
  question: Sought,
  { trigrams }: Prospect,
  beginning: string,
): Promise<Place[]> {
  const { order, statuses, search, most } = question
  const { column } = orders[order]
  return askDirectory(db, (put) => {
    const others = matching(
      put,
      question,
      `${allOf(trigrams)} & !${allOf([`${beginnings[order]}${beginning}`])}`,
    )
    const together = statuses.map((status) =>
      pageOf(
        question,
        put,
        `select id, ${column} as sorted from auth.directory where status = '${status}' and ${column} ^@ ${put(beginning, 'text')} and ${isLike(put(patternOf(search), 'text'))}`,
        most,
      ),
    )
    const all = [`select id, ${column} as sorted from ${others}`, ...together]
    return pageOf(question, put, all.map((rows) => `(${rows})`).join(' union all '), most)
  })
}

/** The next in the order of what is kept. */
export async function readPlaces(
  db: Database,
  question: Question,
  known?: Prospect,
): Promise<Place[]> {
  const { search, most } = question
  if (search === null) return walk(db, question, longestPage)
  const prospect = known ?? (await readProspect(db, question))
  // Half of it, since more may have signed up meanwhile: such a walk leaves nobody out.
  if (prospect.users <= walks.long / 2) return walk(db, question, walks.long)
  const sought = { ...question, search }
  if (prospect.atMost <= maxSortedAtOnce) return find(db, sought, prospect)
  const near = await walk(db, question, walks.short)
  if (near.length === most) return near
  const far = near.length > 0 ? await walk(db, question, walks.long) : []
  if (far.length === most) return far
  return prospect.beginning === null
    ? find(db, sought, prospect)
    : findBeside(db, sought, prospect, prospect.beginning)
}

const count =
  'select coalesce(sum(users), 0)::int as users from auth.user_counts where status = any ($1)'

/** How many users have one of these statuses. */
export async function countUsers(db: Database, statuses: readonly OwnerStatus[]): Promise<number> {
  const { rows } = await db.query<{ users: number }>({
    name: 'people.count',
    text: count,
    values: [statuses],
  })
  return rows[0]!.users
}

/** How many users of these statuses a search finds; without one, all of them. */
export async function countFound(
  db: Database,
  { search, statuses }: { search: string | null; statuses: readonly OwnerStatus[] },
): Promise<number> {
  if (search === null) return countUsers(db, statuses)
  const [found] = await askDirectory<{ users: number }>(
    db,
    (put) =>
      `select count(*)::int as users from auth.directory where status = any (${put(statuses, 'text[]')}) and ${isLike(put(patternOf(search), 'text'))}`,
  )
  return found!.users
}

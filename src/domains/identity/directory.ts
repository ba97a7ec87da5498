/**
 * Who stands on a page of the list of users, found in the directory at any size.
 *
 * Those that many match are soon met by walking along the order; those that few match, an index of grams
 * finds. Which of the two it is shows after a short walk. Every walk begins with a keyset of a fixed
 * length, so that no plan depends on what the database guesses about a text.
 */
import type { QueryResultRow } from 'pg'
import type { OwnerStatus } from '../../contract/user.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Shape } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'

/** Where somebody stands: an instant, a name in lower case, an e-mail, a balance in cents. */
export type Standing = { id: OwnerId; sorted: Instant | string | bigint }

/** What the list can be in the order of: the columns of an index, their type, and what a cursor carries of it. */
export const orders = {
  createdAt: { table: 'auth.directory', column: 'created_at', type: 'timestamptz', shape: 'moment' },
  fullName: { table: 'auth.directory', column: 'full_name', type: 'text', shape: 'text' },
  email: { table: 'auth.directory', column: 'email', type: 'text', shape: 'text' },
  accountBalance: { table: 'auth.kept_balances', column: 'balance', type: 'bigint', shape: 'integer' },
} as const satisfies Record<string, { table: string; column: string; type: string; shape: Shape }>

/** A question to the directory; `after` is where the page before ended, `most` at most 201. */
export type Question = {
  order: keyof typeof orders
  falling: boolean
  statuses: readonly OwnerStatus[]
  search: string | null
  after: { sorted: string; id: string } | null
  most: number
}

/** A page of 200, and one that says whether another follows. */
const longestPage = 201
/** After a short walk it shows whether many match; where one of the first did, a long one fills the page, or few match. */
const walks = { short: 2_000, long: 20_000 }
/** Where the texts lie apart each step costs ten times as much. */
const walksApart = { short: 500, long: 2_000 }

/** Sign by sign, as the database does it: as a word, Greek would end in another sigma. */
const lowerCase = (text: string) => Array.from(text, (sign) => sign.toLowerCase()).join('')

/** What is looked for, or null. Names are kept in NFC; what somebody types or pastes may not be. */
export function searchedFor(search: string | undefined): string | null {
  const trimmed = search?.trim() ?? ''
  return trimmed === '' ? null : lowerCase(trimmed.normalize('NFC'))
}

const patternOf = (search: string) => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * The query of grams that whatever matches fulfils: runs of three signs, or any run that begins with fewer. Runs side
 * by side say enough: each more is another long list to be read where everybody has it.
 */
export function gramsOf(search: string): string {
  const signs = Array.from(search)
  const quoted = (gram: readonly string[]) => `'${gram.join('').replaceAll(/['\\]/g, '$&$&')}'`
  if (signs.length < 3) return `${quoted(signs)}:*`
  const starts = signs.map((_, at) => at).filter((at) => at % 3 === 0 && at + 3 < signs.length)
  return [...new Set([...starts, signs.length - 3].map((at) => quoted(signs.slice(at, at + 3))))].join(' & ')
}

/** Collects values and writes the places where they belong. */
function parameters() {
  const values: unknown[] = []
  return { values, put: (value: unknown, type: string) => `$${values.push(value)}::${type}` }
}
type Put = ReturnType<typeof parameters>['put']

export const statusList = (statuses: readonly OwnerStatus[]) => statuses.map((status) => `'${status}'`).join(', ')

/** All that the index of grams finds, at most so many, as rows of the directory. */
export function matching(put: Put, search: string, most: number | null = null): string {
  return `auth.directory_matching(${put(gramsOf(search), 'tsquery')}, ${put(patternOf(search), 'text')}, ${most})`
}

/** Of rows with `id` and `sorted`: only what lies beyond the page before, in the order asked for, at most so many. */
export function pageOf({ order, falling, after }: Pick<Question, 'order' | 'falling' | 'after'>, put: Put, rows: string, most: number): string {
  const direction = falling ? 'desc' : 'asc'
  const { type } = orders[order]
  const beyond = after ? `where (sorted, id) ${falling ? '<' : '>'} (${put(after.sorted, type)}, ${put(after.id, 'uuid')})` : ''
  return `select * from (${rows}) listed ${beyond} order by sorted ${direction}, id ${direction} limit ${most}`
}

/** Unnamed, so that the text may say what is asked for: planning it takes less than a millisecond. */
export async function askDirectory<Row extends QueryResultRow = Standing>(db: Database, write: (put: Put) => string): Promise<Row[]> {
  const { values, put } = parameters()
  const { rows } = await db.query<Row>({ text: write(put), values })
  return rows
}

/** What of a stretch is looked for. Its texts lie in the index of the stretch, or else in the directory, one row by its id. */
function lookedFor(put: Put, search: string | null, apart: boolean): string {
  if (search === null) return ''
  const pattern = put(patternOf(search), 'text')
  const like = `(full_name like ${pattern} or email like ${pattern} or account_id like ${pattern})`
  return apart ? `cross join lateral (select from auth.directory d where d.id = near.id and ${like} offset 0) as found` : `where ${like}`
}

/**
 * Whoever of the next so many in the order is asked for. Each status is a stretch of an index; they are merged
 * before anything is left out, or one of them would reach further than the others and its users come too early.
 */
export function walk(db: Database, question: Question, length: number): Promise<Standing[]> {
  const { order, statuses, search, most } = question
  const { table, column } = orders[order]
  const apart = table !== 'auth.directory'
  const texts = search === null || apart ? '' : ', full_name, email, account_id'
  return askDirectory(db, (put) => {
    const stretches = statuses.map((status) =>
      `(${pageOf(question, put, `select id, ${column} as sorted${texts} from ${table} where status = '${status}'`, length)})`)
    const next = pageOf({ ...question, after: null }, put, stretches.join(' union all '), length)
    return `select near.id, near.sorted from (${next}) near ${lookedFor(put, search, apart)} limit ${most}`
  })
}

/** All that match, sorted. */
function find(db: Database, question: Question & { search: string }): Promise<Standing[]> {
  const { table, column } = orders[question.order]
  return askDirectory(db, (put) => {
    const found = matching(put, question.search)
    const rows = table === 'auth.directory' ? `${found} d` : `${found} found join ${table} d on d.id = found.id`
    return pageOf(question, put, `select d.id, d.${column} as sorted from ${rows} where d.status in (${statusList(question.statuses)})`, question.most)
  })
}

/** The next in the order of what is kept. */
export async function readStandings(db: Database, question: Question): Promise<Standing[]> {
  const { order, statuses, search, most } = question
  if (search === null) return walk(db, question, longestPage)
  const { short, long } = order === 'accountBalance' ? walksApart : walks
  // Half of it, since more may have signed up meanwhile: such a walk leaves nobody out.
  if (await countUsers(db, statuses) <= long / 2) return walk(db, question, long)
  const near = await walk(db, question, short)
  if (near.length === most) return near
  const far = near.length > 0 ? await walk(db, question, long) : []
  return far.length === most ? far : find(db, { ...question, search })
}

/** How many users have one of these statuses. */
export async function countUsers(db: Database, statuses: readonly OwnerStatus[]): Promise<number> {
  const { rows } = await db.query<{ users: number }>({
    name: 'identity.count', text: 'select coalesce(sum(users), 0)::int as users from auth.user_counts where status = any ($1)', values: [statuses],
  })
  return rows[0]!.users
}

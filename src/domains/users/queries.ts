import type { User } from '../../contract/user.ts'
import { ownerColumns, ownerFromRow, ownerTables, type OwnerRow } from '../../desk/owners.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { accruedOf } from '../investments/queries.ts'
import { readByBalance, type Basis } from '../people/balance-order.ts'
import {
  countFound,
  countUsers,
  orders,
  readPlaces,
  searchedFor,
  type Question,
  type Place,
} from '../people/directory.ts'
import { presentOwner } from '../people/present.ts'

type UserRow = OwnerRow & { cash: bigint; held: bigint; invested: bigint; accrued: bigint }

const users = `select ${ownerColumns}, ${balanceOf('owner.id', 'cash')} as cash, ${balanceOf('owner.id', 'held')} as held,
    ${balanceOf('owner.id', 'invested')} as invested, ${accruedOf('owner.id', 'clock.now')} as accrued
  from ${ownerTables} cross join (select business_now() as now) clock`

function userFromRow(row: UserRow): User {
  return presentOwner(ownerFromRow(row), row, row.referrer_name)
}

/** A user as the wire shows one, or null. */
export async function readUser(db: Database, id: OwnerId): Promise<User | null> {
  const { rows } = await db.query({
    name: 'people.user',
    text: `${users} where owner.id = $1 and owner.id <> '${firm}'`,
    values: [id],
  })
  return rows[0] ? userFromRow(rows[0]) : null
}

const positionOf = (sorted: Place['sorted']) =>
  typeof sorted === 'number' ? isoFromInstant(sorted) : String(sorted)

export type UsersQuery = {
  search?: string | undefined
  sort?: keyof typeof orders | `-${keyof typeof orders}` | undefined
  status?: User['status'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Closed ones are listed only when they are asked for. */
const listed = ['active', 'frozen'] as const

async function presentAll(db: Database, ids: readonly OwnerId[]): Promise<User[]> {
  const { rows } = await db.query<UserRow>({
    name: 'people.users',
    text: `${users} where owner.id = any ($1)`,
    values: [ids],
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => userFromRow(found.get(id)!))
}

/** A page of users, sorted, and where the next begins. */
export async function readUsers(
  db: Database,
  { search, sort = '-createdAt', status, limit = 50, cursor }: UsersQuery,
) {
  const order = sort.replace(/^-/, '') as keyof typeof orders
  const byBalance = order === 'accountBalance'
  const [sorted = null, id = null, begun = null] = decodeCursor(cursor, [
    orders[order].shape,
    'id',
    ...(byBalance ? ['basis' as const] : []),
  ])
  const question: Question = {
    order,
    descending: sort.startsWith('-'),
    statuses: status ? [status] : listed,
    search: searchedFor(search),
    after: sorted === null || id === null ? null : { sorted, id },
    most: limit + 1,
  }
  const { places, basis } = byBalance
    ? await readByBalance(db, question, begun as Basis | null)
    : { places: await readPlaces(db, question), basis: null }
  const page = places.slice(0, limit)
  const last = page.at(-1)
  const shown = await presentAll(
    db,
    page.map((place) => place.id),
  )
  return {
    users: basis === 'kept' ? inOrderOfNow(shown, question.descending) : shown,
    nextCursor:
      places.length > limit && last
        ? encodeCursor([positionOf(last.sorted), last.id, ...(basis ? [basis] : [])])
        : null,
  }
}

/** Where the order was that of balances a while ago, at least a page doesn't contradict its own figures. */
function inOrderOfNow(shown: User[], descending: boolean): User[] {
  const sign = descending ? -1 : 1
  return shown.toSorted((a, b) => sign * (a.accountBalance - b.accountBalance))
}

/** How many users the list has in all. */
export const countMatching = (db: Database, { search, status }: UsersQuery): Promise<number> =>
  countFound(db, { search: searchedFor(search), statuses: status ? [status] : listed })

/** How many users there are, closed ones apart. */
export const countListed = (db: Database) => countUsers(db, listed)

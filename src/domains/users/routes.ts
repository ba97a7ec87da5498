import { ProblemError } from '../../contract/problems.ts'
import {
  closeUser,
  freezeUser,
  getUser,
  getUsers,
  getUsersCsv,
  unfreezeUser,
} from '../../contract/user.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import { keptBy } from '../verification/terms.ts'
import { userColumns } from './csv.ts'
import { countListed, countMatching, readUser, readUsers, type UsersQuery } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

const usersFile = {
  file: 'users.csv',
  columns: userColumns,
  async readPage(db: Database, query: UsersQuery) {
    const { users, nextCursor } = await readUsers(db, query)
    return { rows: users, nextCursor }
  },
  count: countMatching,
}

/** What staff see of people and do to their accounts; signing in has routes of its own. */
export const routes: RoutesOf = (house) => [...listRoutes(house), ...statusRoutes(house)]

const listRoutes = (house: House) => [
  route(getUsers, async ({ query }) => {
    const filtered = Boolean(query.search?.trim() || query.status)
    const [page, total] = await Promise.all([
      readUsers(house.pool, query),
      filtered ? undefined : countListed(house.pool),
    ])
    return succeeded({ ...page, ...(total === undefined ? {} : { total }) })
  }),
  route(getUsersCsv, (call) => exportedCsv(house, usersFile, call)),
  route(getUser, async ({ params }) => {
    const user = await readUser(house.pool, params.userId)
    if (!user) throw new ProblemError('unknown_user')
    return succeeded({ user })
  }),
]

const statusRoutes = ({ desk, firm }: House) => [
  route(freezeUser, ({ asked, params, body }) =>
    desk.run({
      ...asked,
      kind: 'FreezeUser',
      command: { user: params.userId, reason: body.reason },
    }),
  ),
  route(unfreezeUser, ({ asked, params, body }) =>
    desk.run({
      ...asked,
      kind: 'UnfreezeUser',
      command: { user: params.userId, reason: body.reason },
    }),
  ),
  route(closeUser, ({ asked, params }) =>
    desk.run({
      ...asked,
      kind: 'CloseUser',
      command: { user: params.userId, unverified: false, asked: false, kept: keptBy(firm) },
    }),
  ),
]

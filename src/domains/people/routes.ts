import { Readable } from 'node:stream'
import { ProblemError } from '../../contract/problems.ts'
import {
  closeUser,
  freezeUser,
  getUser,
  getUsers,
  getUsersCsv,
  unfreezeUser,
} from '../../contract/user.ts'
import { olderCsv, sayingWhen, type OlderReads } from '../../platform/older-reads.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { keptBy } from '../verification/terms.ts'
import { userColumns } from './csv.ts'
import { countListed, readUser, readUsers, type UsersQuery } from './queries.ts'

/** The longest page that the directory has. */
const csvPage = 200

const csvOf = (older: OlderReads, query: UsersQuery) =>
  olderCsv(older, userColumns, async (db, cursor) => {
    const { users, nextCursor } = await readUsers(db, { ...query, limit: csvPage, cursor })
    return { rows: users, nextCursor }
  })

/** What staff see of people and do to their accounts; signing in has routes of its own. */
export const peopleRoutes = (house: House) => [...listRoutes(house), ...statusRoutes(house)]

const listRoutes = (house: House) => [
  route(getUsers, async ({ query }) => {
    const filtered = Boolean(query.search?.trim() || query.status)
    const [page, total] = await Promise.all([
      readUsers(house.pool, query),
      filtered ? undefined : countListed(house.pool),
    ])
    return succeeded({ ...page, ...(total === undefined ? {} : { total }) })
  }),
  route(getUsersCsv, async ({ query, setHeader }) => ({
    file: Readable.from(sayingWhen(await csvOf(house.older, query), setHeader)),
    name: 'users.csv',
  })),
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
      command: { user: params.userId, kept: keptBy(firm) },
    }),
  ),
]

import { ProblemError } from '../../contract/problems.ts'
import { closeUser, freezeUser, getUser, getUsers, unfreezeUser } from '../../contract/user.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { countListed, readUser, readUsers } from './queries.ts'

/** What staff see of people and do to their accounts; signing in has routes of its own. */
export const peopleRoutes = ({ pool, desk }: House) => [
  route(getUsers, async ({ query }) => {
    const filtered = Boolean(query.search?.trim() || query.status)
    const [page, total] = await Promise.all([readUsers(pool, query), filtered ? undefined : countListed(pool)])
    return succeeded({ ...page, ...(total === undefined ? {} : { total }) })
  }),
  route(getUser, async ({ params }) => {
    const user = await readUser(pool, params.userId)
    if (!user) throw new ProblemError('unknown_user')
    return succeeded({ user })
  }),
  route(freezeUser, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'FreezeUser', command: { user: params.userId, reason: body.reason } })),
  route(unfreezeUser, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'UnfreezeUser', command: { user: params.userId, reason: body.reason } })),
  route(closeUser, ({ asked, params }) => desk.run({ ...asked, kind: 'CloseUser', command: { user: params.userId } })),
]

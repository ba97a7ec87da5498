import { getActivity, getUserActivity } from '../../contract/activity.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { isUser } from '../identity/queries.ts'
import { readActivity } from './queries.ts'

export const activityRoutes = ({ pool }: House) => [
  route(getActivity, async ({ principal, query }) => succeeded(await readActivity(pool, principal.owner, query))),
  route(getUserActivity, async ({ params, query }) => {
    if (!(await isUser(pool, params.userId))) throw new ProblemError('unknown_user')
    return succeeded(await readActivity(pool, params.userId, query))
  }),
]

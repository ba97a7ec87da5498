import { getActivity, getUserActivity } from '../../contract/activity.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readActivity } from './queries.ts'

export const activityRoutes = ({ pool }: House) => [
  route(getActivity, async ({ principal, query }) => succeeded(await readActivity(pool, principal.owner, query))),
  route(getUserActivity, async ({ params, query }) => succeeded(await readActivity(pool, params.userId, query))),
]

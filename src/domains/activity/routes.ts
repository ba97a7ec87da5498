import { getActivity, getEvents, getUserActivity } from '../../contract/activity.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { isUser } from '../identity/queries.ts'
import { createLive, type LiveContext } from './live.ts'
import { readActivity } from './queries.ts'

/** Null for what no version looks like: then the listener is told of the present one. */
const versionOf = (text: string | null) => (text !== null && /^\d{1,18}$/.test(text) ? BigInt(text) : null)

export function activityRoutes(house: House & LiveContext) {
  const live = createLive(house)
  return [
    ...readingRoutes(house),
    route(getEvents, async ({ principal, lastEventId }) => ({ events: live.listen(principal, versionOf(lastEventId)) })),
  ]
}

const readingRoutes = ({ pool }: House) => [
  route(getActivity, async ({ principal, query }) => succeeded(await readActivity(pool, principal.owner, query))),
  route(getUserActivity, async ({ params, query }) => {
    if (!(await isUser(pool, params.userId))) throw new ProblemError('unknown_user')
    return succeeded(await readActivity(pool, params.userId, query))
  }),
]

import {
  getPlacingLimit,
  getUserPlacingLimit,
  setPlacingLimit,
} from '../../contract/placing-limit.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import { readPlacingLimit } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getPlacingLimit, async ({ principal }) =>
    succeeded({ placingLimit: await readPlacingLimit(pool, principal.owner) }),
  ),
  route(setPlacingLimit, ({ asked, principal, body }) =>
    desk.run({
      ...asked,
      kind: 'SetPlacingLimit',
      command: { owner: principal.owner, amount: body.amount },
    }),
  ),
  route(getUserPlacingLimit, async ({ params }) => {
    await mustBeUser(pool, params.userId)
    return succeeded({ placingLimit: await readPlacingLimit(pool, params.userId) })
  }),
]

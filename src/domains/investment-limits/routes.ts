import {
  getInvestmentLimit,
  getUserInvestmentLimit,
  setInvestmentLimit,
} from '../../contract/investment-limit.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import { readInvestmentLimit } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getInvestmentLimit, async ({ principal }) =>
    succeeded({ investmentLimit: await readInvestmentLimit(pool, principal.owner) }),
  ),
  route(setInvestmentLimit, ({ asked, principal, body }) =>
    desk.run({
      ...asked,
      kind: 'SetInvestmentLimit',
      command: { owner: principal.owner, amount: body.amount },
    }),
  ),
  route(getUserInvestmentLimit, async ({ params }) => {
    await mustBeUser(pool, params.userId)
    return succeeded({ investmentLimit: await readInvestmentLimit(pool, params.userId) })
  }),
]

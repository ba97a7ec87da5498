import { getMatches, getScreeningLists, proposeMatchDecision } from '../../contract/screening.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { RoutesOf } from '../routes.ts'
import { readLoaded, readMatches } from './queries.ts'

export const routes: RoutesOf = ({ pool, desk, macKeys, policy }) => [
  route(getScreeningLists, async () => succeeded(await readLoaded(pool, policy, Date.now()))),
  route(getMatches, async ({ query }) => succeeded(await readMatches(pool, macKeys, query))),
  route(proposeMatchDecision, ({ asked, params: { id: check }, body }) =>
    desk.run({
      ...asked,
      kind: 'ProposeCheckDecision',
      command: { check, ends: body.isSomebodyElse, reason: body.reason },
    }),
  ),
]

import { getMatches, getScreeningLists, proposeMatchDecision } from '../../contract/screening.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { DecisionFacts } from '../checks/proposals.ts'
import type { Askers, RoutesOf } from '../routes.ts'
import { askFinding, readLoaded, readMatches } from './queries.ts'

export const askers: Askers = {
  'check-decision': (house, facts) => askFinding(house, facts as DecisionFacts),
}

export const routes: RoutesOf = ({ pool, desk, macKeys, policy }) => [
  route(getScreeningLists, async () => succeeded(await readLoaded(pool, policy, Date.now()))),
  route(getMatches, async ({ query }) => succeeded(await readMatches(pool, macKeys, query))),
  route(proposeMatchDecision, ({ asked, params: { id: check }, body }) =>
    desk.runPrepared({
      ...asked,
      kind: 'ProposeCheckDecision',
      prepare: async () => ({
        check,
        ends: body.isSomebodyElse,
        reason: body.reason,
        answer: await askFinding({ pool, macKeys }, { check }),
      }),
    }),
  ),
]

import {
  changePlan,
  getAllPlans,
  getPlans,
  reofferPlan,
  offerPlan,
  withdrawPlan,
} from '../../contract/plan.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { route, succeeded } from '../../platform/route.ts'
import { readPlans, readPlansWithPast } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk, policy }) => [
  route(getPlans, async () => succeeded({ plans: await readPlans(pool) })),
  route(getAllPlans, async () => succeeded({ plans: await readPlansWithPast(pool) })),
  route(offerPlan, ({ asked, body }) =>
    desk.run({
      ...asked,
      kind: 'OfferPlan',
      command: { terms: body, ...approvalLimitsOf(policy) },
    }),
  ),
  route(changePlan, ({ asked, params, body: { termsVersion, ...terms } }) =>
    desk.run({
      ...asked,
      kind: 'ChangePlan',
      command: { plan: params.planId, termsVersion, terms, ...approvalLimitsOf(policy) },
    }),
  ),
  route(withdrawPlan, ({ asked, params }) =>
    desk.run({ ...asked, kind: 'WithdrawPlan', command: { plan: params.planId } }),
  ),
  route(reofferPlan, ({ asked, params }) =>
    desk.run({
      ...asked,
      kind: 'ReofferPlan',
      command: { plan: params.planId, ...approvalLimitsOf(policy) },
    }),
  ),
]

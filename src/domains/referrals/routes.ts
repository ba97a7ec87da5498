import { creditReferrer } from '../../contract/correction.ts'
import { getFriends } from '../../contract/referral.ts'
import { getReferral } from '../../contract/user.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import { readFriends } from './friends.ts'
import { readReferral } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk, policy }) => [
  route(creditReferrer, ({ asked, body }) =>
    desk.run({
      ...asked,
      kind: 'CreditReferrer',
      command: {
        user: body.userId,
        fundingAmount: body.fundingAmount,
        ...approvalLimitsOf(policy),
      },
    }),
  ),
  route(getFriends, async ({ principal, query }) =>
    succeeded(await readFriends(pool, principal.owner, query)),
  ),
  route(getReferral, async ({ params }) => {
    await mustBeUser(pool, params.userId)
    return succeeded({
      referral: await readReferral(pool, params.userId, policy.secondApprovalAboveCents !== null),
    })
  }),
]

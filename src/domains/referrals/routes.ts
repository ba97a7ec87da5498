import { creditReferrer, getReferral } from '../../contract/user.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { mustBeUser } from '../identity/queries.ts'
import { readReferral } from './queries.ts'

export const referralRoutes = ({ pool, desk }: House) => [
  route(creditReferrer, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'CreditReferrer', command: { user: body.userId, fundingAmount: body.fundingAmount } })),
  route(getReferral, async ({ params }) => {
    await mustBeUser(pool, params.userId)
    return succeeded({ referral: await readReferral(pool, params.userId) })
  }),
]

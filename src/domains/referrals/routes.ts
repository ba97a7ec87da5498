import { creditReferrer } from '../../contract/user.ts'
import { route } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'

export const referralRoutes = ({ desk }: House) => [
  route(creditReferrer, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'CreditReferrer', command: { user: body.userId, fundingAmount: body.fundingAmount } })),
]

import { payInPlayMoney } from '../../contract/demo.ts'
import { route } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'

export const depositRoutes = ({ desk }: House) => [
  route(payInPlayMoney, ({ asked, principal, body }) =>
    desk.run({ ...asked, kind: 'CreditPlayMoney', command: { owner: principal.owner, ...body } })),
]

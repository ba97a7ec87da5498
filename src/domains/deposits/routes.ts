import { payInPlayMoney } from '../../contract/demo.ts'
import { getDepositAddresses, getDeposits } from '../../contract/deposit.ts'
import { route, succeeded } from '../../platform/route.ts'
import { limitsOf } from '../verification/terms.ts'
import { readDeposits } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk, firm, policy }) => [
  route(payInPlayMoney, ({ asked, principal, body }) =>
    desk.run({
      ...asked,
      kind: 'CreditPlayMoney',
      command: { owner: principal.owner, ...body, limits: limitsOf(firm) },
    }),
  ),
  // No address of a demonstration may be paid to, whatever its pack says.
  route(getDepositAddresses, async () =>
    succeeded({
      bank: policy.playMoney ? null : (firm.moneyIn?.bank ?? null),
      addresses: firm.wallets.map((wallet) => ({ ...wallet, usable: !policy.playMoney })),
    }),
  ),
  route(getDeposits, async ({ principal, query }) =>
    succeeded(await readDeposits(pool, principal.owner, query)),
  ),
]

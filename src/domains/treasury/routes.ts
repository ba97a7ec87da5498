import { drawLoanIncome } from '../../contract/lending.ts'
import { fundPool, getTreasury, payInCapital } from '../../contract/treasury.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { route, succeeded } from '../../platform/route.ts'
import { createTreasuryReader, readLastReplays, readRehearsal } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk, macKeys, policy }) => {
  const treasury = createTreasuryReader(pool)
  return [
    route(getTreasury, async () =>
      succeeded({
        treasury: await treasury.read(),
        replays: await readLastReplays(pool, macKeys),
        rehearsal: await readRehearsal(pool),
      }),
    ),
    route(payInCapital, ({ asked, body }) =>
      desk.run({
        ...asked,
        kind: 'PayInCapital',
        command: { ...body, ...approvalLimitsOf(policy) },
      }),
    ),
    route(fundPool, ({ asked, body }) =>
      desk.run({ ...asked, kind: 'FundPool', command: { ...body, ...approvalLimitsOf(policy) } }),
    ),
    route(drawLoanIncome, ({ asked, body }) =>
      desk.run({ ...asked, kind: 'DrawLoanIncome', command: body }),
    ),
  ]
}

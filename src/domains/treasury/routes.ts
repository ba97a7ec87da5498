import { fundPool, getTreasury, payInCapital } from '../../contract/treasury.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { createTreasuryReader, readLastReplays, readRehearsal } from './queries.ts'

export function treasuryRoutes({ pool, desk, macKeys, policy }: House) {
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
  ]
}

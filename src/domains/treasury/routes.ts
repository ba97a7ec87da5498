import {
  approveFunding,
  fundPool,
  getFundings,
  getTreasury,
  payInCapital,
  refuseFunding,
  type PoolName,
} from '../../contract/treasury.ts'
import { approvalLimitsOf } from '../../platform/policy.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House, HouseDesk } from '../house-desk.ts'
import { readFundings } from './fundings.ts'
import { createTreasuryReader, readLastReplays, readRehearsal } from './queries.ts'

type Given = Extract<Parameters<HouseDesk['run']>[0], { command: { funding: string } }>

type Shown = {
  amount: bigint
  pool?: PoolName | null | undefined
  reference?: string | null | undefined
}

/** What wasn't sent along isn't compared. */
const shownIn = ({ amount, pool, reference }: Shown) => ({
  amount,
  ...(pool === undefined ? {} : { pool }),
  ...(reference === undefined ? {} : { reference }),
})

export function treasuryRoutes(house: House) {
  const { pool, desk, macKeys, policy } = house
  const treasury = createTreasuryReader(pool)
  const decide = (given: Given) => desk.run(given).finally(treasury.forget)
  return [
    route(getTreasury, async () =>
      succeeded({
        treasury: await treasury.read(),
        replays: await readLastReplays(pool, macKeys),
        rehearsal: await readRehearsal(pool),
      }),
    ),
    route(payInCapital, ({ asked, body }) =>
      desk
        .run({
          ...asked,
          kind: 'PayInCapital',
          command: { ...body, ...approvalLimitsOf(policy) },
        })
        .finally(treasury.forget),
    ),
    route(fundPool, ({ asked, body }) =>
      desk
        .run({ ...asked, kind: 'FundPool', command: { ...body, ...approvalLimitsOf(policy) } })
        .finally(treasury.forget),
    ),
    route(getFundings, async ({ query }) => succeeded(await readFundings(pool, query))),
    route(approveFunding, ({ asked, params: { id: funding }, body }) =>
      decide({ ...asked, kind: 'ApproveFunding', command: { funding, shown: shownIn(body) } }),
    ),
    route(refuseFunding, ({ asked, params: { id: funding }, body: { reason } }) =>
      decide({ ...asked, kind: 'RefuseFunding', command: { funding, reason } }),
    ),
  ]
}

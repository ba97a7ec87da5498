import {
  addEarlierPayout,
  explainEarlierPayout,
  getPayoutBlock,
  proposeUnblockingPayouts,
} from '../../contract/payout-block.ts'
import { route, succeeded } from '../../platform/route.ts'
import { readPayoutBlock } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getPayoutBlock, async () => succeeded({ block: await readPayoutBlock(pool) })),
  route(addEarlierPayout, ({ asked, body: { userId, amount, reference } }) =>
    desk.run({
      ...asked,
      kind: 'AddEarlierPayout',
      command: { person: userId ?? null, amount, reference },
    }),
  ),
  route(explainEarlierPayout, ({ asked, params: { id: payout }, body: { reason } }) =>
    desk.run({ ...asked, kind: 'ExplainEarlierPayout', command: { payout, reason } }),
  ),
  route(proposeUnblockingPayouts, ({ asked, params: { id: block }, body: { total } }) =>
    desk.run({ ...asked, kind: 'ProposeUnblockingPayouts', command: { block, total } }),
  ),
]

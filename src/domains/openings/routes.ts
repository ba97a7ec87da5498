import {
  approveOpening,
  getGate,
  missingOf,
  proposeOpening,
  refuseOpening,
} from '../../contract/gate.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readOpening } from './queries.ts'

export const openingRoutes = ({ desk, gate, policy, pool }: House) => {
  const isDemonstration = policy.playMoney
  /** Names what is missing, asked anew. */
  const find = async () => ({
    isDemonstration,
    missing: isDemonstration ? [] : missingOf(await gate.ask()).map(({ what }) => what),
  })
  return [
    route(getGate, async () => {
      const [lines, opening] = await Promise.all([gate.ask(), readOpening(pool)])
      return succeeded({
        mode: policy.mode,
        open: isDemonstration || opening.openedAt !== null,
        ...opening,
        checkedAt: new Date().toISOString(),
        lines,
      })
    }),
    route(proposeOpening, async ({ asked }) =>
      desk.runPrepared({ ...asked, kind: 'ProposeOpening', prepare: find }),
    ),
    route(approveOpening, async ({ asked, params: { id: opening } }) =>
      desk.runPrepared({
        ...asked,
        kind: 'ApproveOpening',
        prepare: async () => ({ opening, ...(await find()) }),
      }),
    ),
    route(refuseOpening, ({ asked, params: { id: opening }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'RefuseOpening', command: { opening, reason } }),
    ),
  ]
}

import { getGate, missingOf, proposeOpening } from '../../contract/gate.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { Found } from './rules.ts'
import { readOpenedAt } from './state.ts'
import type { Askers, RoutesOf } from '../routes.ts'

/** Names what is missing, asked anew. */
async function askGate({
  gate,
  policy: { playMoney: isDemonstration },
}: Pick<House, 'gate' | 'policy'>): Promise<Found> {
  const missing = isDemonstration ? [] : missingOf(await gate.ask())
  return { isDemonstration, missing: missing.map(({ what }) => what) }
}

export const askers: Askers = { opening: askGate }

export const routes: RoutesOf = (house) => {
  const { desk, gate, policy, pool } = house
  return [
    route(getGate, async () => {
      const [lines, openedAt] = await Promise.all([gate.ask(), readOpenedAt(pool)])
      return succeeded({
        mode: policy.mode,
        open: policy.playMoney || openedAt !== null,
        openedAt: openedAt === null ? null : isoFromInstant(openedAt),
        checkedAt: new Date().toISOString(),
        lines,
      })
    }),
    route(proposeOpening, ({ asked }) =>
      desk.runPrepared({
        ...asked,
        kind: 'ProposeOpening',
        prepare: async () => ({ found: await askGate(house) }),
      }),
    ),
  ]
}

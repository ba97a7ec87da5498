import {
  agreeToProposal,
  getProposals,
  refuseProposal,
  withdrawProposal,
} from '../../contract/proposal.ts'
import { canonical } from '../../lib/canonical.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { Askers, RoutesOf } from '../routes.ts'
import type { Answer, SomeProposal } from './kind.ts'
import { readProposals, readWhat } from './queries.ts'

/** Throws where a kind asks something and nothing answers. */
function asking(kinds: readonly SomeProposal[], askers: Askers) {
  for (const { name, asks } of kinds)
    if (asks !== name in askers) throw new Error(`Who answers what ${name} asks?`)
  return async (house: House, proposal: string): Promise<Answer> => {
    const what = await readWhat(house.pool, proposal)
    return what === null ? null : ((await askers[what.kind]?.(house, what.facts)) ?? null)
  }
}

export const routes: RoutesOf = (house, { proposalKinds: kinds, askers }) => {
  const ask = asking(kinds, askers)
  const { pool, desk } = house
  return [
    route(getProposals, async ({ query, principal }) =>
      succeeded(await readProposals(pool, kinds, { ...query, by: principal })),
    ),
    route(agreeToProposal, ({ asked, params: { id: proposal }, body }) =>
      // What goes back to where it came from is a payout.
      keepSeen(house.seen, () =>
        desk.runPrepared({
          ...asked,
          kind: 'AgreeToProposal',
          prepare: async () => ({
            proposal,
            shown: canonical(body.shown),
            answer: await ask(house, proposal),
          }),
        }),
      ),
    ),
    route(refuseProposal, ({ asked, params: { id: proposal }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'RefuseProposal', command: { proposal, reason } }),
    ),
    route(withdrawProposal, ({ asked, params: { id: proposal }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'WithdrawProposal', command: { proposal, reason } }),
    ),
  ]
}

import {
  agreeToProposal,
  getProposals,
  refuseProposal,
  withdrawProposal,
  type ProposalKindName,
} from '../../contract/proposal.ts'
import { canonical } from '../../lib/canonical.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { Answer, SomeProposal } from './kind.ts'
import { readKind, readProposals } from './queries.ts'

/** For each kind that asks something outside: how. */
export type Askers = Partial<Record<ProposalKindName, (house: House) => Answer | Promise<Answer>>>

/** Throws where a kind asks something and nothing answers. */
function asking(kinds: readonly SomeProposal[], askers: Askers) {
  for (const { name, asks } of kinds)
    if (asks !== name in askers) throw new Error(`Who answers what ${name} asks?`)
  return async (house: House, proposal: string): Promise<Answer> => {
    const kind = await readKind(house.pool, proposal)
    return kind === null ? null : ((await askers[kind]?.(house)) ?? null)
  }
}

export const proposalRoutesOf = (kinds: readonly SomeProposal[], askers: Askers) => {
  const ask = asking(kinds, askers)
  return (house: House) => {
    const { pool, desk } = house
    return [
      route(getProposals, async ({ query, principal }) =>
        succeeded(await readProposals(pool, kinds, { ...query, by: principal.owner })),
      ),
      route(agreeToProposal, ({ asked, params: { id: proposal }, body }) =>
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
      route(refuseProposal, ({ asked, params: { id: proposal }, body: { reason } }) =>
        desk.run({ ...asked, kind: 'RefuseProposal', command: { proposal, reason } }),
      ),
      route(withdrawProposal, ({ asked, params: { id: proposal }, body: { reason } }) =>
        desk.run({ ...asked, kind: 'WithdrawProposal', command: { proposal, reason } }),
      ),
    ]
  }
}

import {
  agreeToProposal,
  getProposals,
  refuseProposal,
  withdrawProposal,
} from '../../contract/proposal.ts'
import { canonical } from '../../lib/canonical.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { SomeProposal } from './kind.ts'
import { readProposals } from './queries.ts'

export const proposalRoutesOf =
  (kinds: readonly SomeProposal[]) =>
  ({ pool, desk }: House) => [
    route(getProposals, async ({ query, principal }) =>
      succeeded(await readProposals(pool, kinds, { ...query, by: principal.owner })),
    ),
    route(agreeToProposal, ({ asked, params: { id: proposal }, body }) =>
      desk.run({
        ...asked,
        kind: 'AgreeToProposal',
        command: { proposal, shown: canonical(body.shown) },
      }),
    ),
    route(refuseProposal, ({ asked, params: { id: proposal }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'RefuseProposal', command: { proposal, reason } }),
    ),
    route(withdrawProposal, ({ asked, params: { id: proposal }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'WithdrawProposal', command: { proposal, reason } }),
    ),
  ]

import {
  chooseAtMaturity,
  getInvestment,
  getInvestments,
  getUserInvestments,
  openInvestment,
  undoInvestment,
} from '../../contract/investment.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import { limitsOf } from '../verification/terms.ts'
import { readInvestment, readInvestments } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk, firm, policy }) => [
  route(openInvestment, ({ asked, principal, body }) =>
    desk.run({
      ...asked,
      kind: 'OpenInvestment',
      command: {
        owner: principal.owner,
        ...body,
        coolingOffMs: policy.coolingOffMs,
        needsAnswers: policy.appropriatenessIsNeeded,
        limits: limitsOf(firm),
      },
    }),
  ),
  route(undoInvestment, ({ asked, principal, params }) =>
    desk.run({
      ...asked,
      kind: 'UndoInvestment',
      command: { investment: params.id, owner: principal.owner },
    }),
  ),
  route(chooseAtMaturity, ({ asked, principal, params, body }) =>
    desk.run({
      ...asked,
      kind: 'ChooseAtMaturity',
      command: { investment: params.id, owner: principal.owner, ...body },
    }),
  ),
  route(getInvestments, async ({ principal, query }) =>
    succeeded(await readInvestments(pool, principal.owner, query)),
  ),
  route(getInvestment, async ({ principal, params }) => {
    const investment = await readInvestment(pool, principal.owner, params.id)
    if (!investment) throw new ProblemError('unknown_investment')
    return succeeded({ investment })
  }),
  route(getUserInvestments, async ({ params, query }) => {
    await mustBeUser(pool, params.userId)
    return succeeded(await readInvestments(pool, params.userId, query))
  }),
]

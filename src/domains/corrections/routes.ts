import {
  approveCorrection,
  correctUser,
  getCorrections,
  rejectCorrection,
} from '../../contract/correction.ts'
import { ProblemError } from '../../contract/problems.ts'
import { accessWait } from '../access-changes/due.ts'
import { approvalLimitsOf, type Policy } from '../../platform/policy.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { isTaken } from '../sign-in/add-person.ts'
import { limitsOf, type LimitsContext } from '../sign-in/parts.ts'
import { readCorrections } from './queries.ts'

/** Null: another e-mail counts at once. */
const emailWait = (policy: Policy) => (policy.emailNeedsConfirmation ? accessWait(policy) : null)

const correctingRoute = (context: House & LimitsContext) => {
  const { pool, desk, policy } = context
  const limits = limitsOf(context)
  return route(correctUser, async ({ asked, params, body: { userId, ...values } }) => {
    const message = 'Reason is required'
    if (policy.correctionNeedsReason && !values.reason)
      throw new ProblemError({ code: 'validation_failed', message, fields: { reason: message } })
    const prepare = async () => {
      // One that somebody has is refused, or is their own and unchanged: nothing is mailed there.
      if (values.email !== undefined && !(await isTaken(pool, values.email)))
        await limits.countTyped(values.email)
      return {
        user: params.userId,
        named: userId,
        ...values,
        ...approvalLimitsOf(policy),
        emailWait: emailWait(policy),
      }
    }
    return desk.runPrepared({ ...asked, kind: 'CorrectUser', prepare })
  })
}

export const correctionRoutes = (context: House & LimitsContext) => {
  const { pool, desk, policy } = context
  return [
    correctingRoute(context),
    route(getCorrections, async ({ query }) => succeeded(await readCorrections(pool, query))),
    route(approveCorrection, ({ asked, params }) =>
      desk.run({
        ...asked,
        kind: 'ApproveCorrection',
        command: { correction: params.id, emailWait: emailWait(policy) },
      }),
    ),
    route(rejectCorrection, ({ asked, params, body }) =>
      desk.run({
        ...asked,
        kind: 'RejectCorrection',
        command: { correction: params.id, reason: body.reason },
      }),
    ),
  ]
}

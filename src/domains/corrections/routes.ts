import { ProblemError } from '../../contract/problems.ts'
import { correctUser } from '../../contract/user.ts'
import { route } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'

export const correctionRoutes = ({ desk, policy }: House) => [
  route(correctUser, async ({ asked, params, body: { userId, ...values } }) => {
    const message = 'Reason is required'
    if (policy.correctionNeedsReason && !values.reason) throw new ProblemError({ code: 'validation_failed', message, fields: { reason: message } })
    return desk.run({ ...asked, kind: 'CorrectUser', command: { user: params.userId, named: userId, ...values } })
  }),
]

import { ProblemError } from '../../contract/problems.ts'
import { correctUser } from '../../contract/user.ts'
import { route } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'

export const correctionRoutes = ({ desk, policy }: House) => [
  route(correctUser, async ({ asked, params, body: { userId, ...values } }) => {
    if (userId !== undefined && userId !== params.userId) throw new ProblemError('not_your_account')
    if (policy.correctionNeedsReason && !values.reason) throw new ProblemError({ code: 'validation_failed', fields: { reason: 'Reason is required' } })
    return desk.run({ ...asked, kind: 'CorrectUser', command: { user: params.userId, ...values } })
  }),
]

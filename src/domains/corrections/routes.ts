import { correctUser } from '../../contract/correction.ts'
import { ProblemError } from '../../contract/problems.ts'
import { accessWait } from '../access-changes/due.ts'
import { approvalLimitsOf, type Policy } from '../../platform/policy.ts'
import { route } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { isTaken } from '../sign-in/add-person.ts'
import { limitsOf } from '../sign-in/parts.ts'
import { termsOfEmail, type EmailTerms } from './proposals.ts'
import type { Askers, RoutesOf } from '../routes.ts'

/** Null: another email counts at once. */
const emailWait = (policy: Policy) => (policy.emailNeedsConfirmation ? accessWait(policy) : null)

/** What another email takes here. */
const askEmailTerms = ({ policy }: Pick<House, 'policy'>): EmailTerms =>
  termsOfEmail(emailWait(policy))

export const askers: Askers = { correction: askEmailTerms }

export const routes: RoutesOf = (context) => {
  const { pool, desk, policy } = context
  const limits = limitsOf(context)
  const correcting = route(correctUser, async ({ asked, params, body: { userId, ...values } }) => {
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
  return [correcting]
}

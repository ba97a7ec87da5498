import {
  answerAppropriateness,
  getAppropriateness,
  getUserAppropriateness,
} from '../../contract/appropriateness.ts'
import { ProblemError } from '../../contract/problems.ts'
import { canonical } from '../../lib/canonical.ts'
import { route, succeeded } from '../../platform/route.ts'
import { mustBeUser } from '../people/queries.ts'
import { readAppropriateness, readChecks } from './queries.ts'
import { faultsOf, outcomeOf, questionsVersion } from './questions.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getAppropriateness, async ({ principal }) =>
    succeeded({ appropriateness: await readAppropriateness(pool, principal.owner) }),
  ),
  route(answerAppropriateness, ({ asked, principal, body: { version, answers } }) => {
    // Answers to other questions are no mistake of whoever gave them: the rule says that they have changed.
    const fields = version === questionsVersion ? faultsOf(answers) : null
    if (fields) throw new ProblemError({ code: 'validation_failed', fields })
    return desk.run({
      ...asked,
      kind: 'AnswerAppropriateness',
      command: {
        owner: principal.owner,
        version,
        current: questionsVersion,
        answers: canonical(answers),
        outcome: outcomeOf(answers),
      },
    })
  }),
  route(getUserAppropriateness, async ({ params }) => {
    await mustBeUser(pool, params.userId)
    return succeeded({ checks: await readChecks(pool, params.userId) })
  }),
]

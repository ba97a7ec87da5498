import {
  agreeToEmail,
  approveAccessChange,
  askEmailChange,
  confirmEmail,
  getAccessChanges,
  getOwnAccessChanges,
  getUserFactors,
  proposeFactorRemoval,
  refuseAccessChange,
  stopAccessChange,
  stopByLink,
  undoFactor,
} from '../../contract/access-change.ts'
import { ProblemError } from '../../contract/problems.ts'
import { idFromName } from '../../platform/ids.ts'
import { afterRecorded, route, succeeded, type Recorded, type Route } from '../../platform/route.ts'
import { linkedBy } from '../../platform/signed.ts'
import { limitsOf, type SignInContext } from '../sign-in/parts.ts'
import { mustBeUser } from '../people/queries.ts'
import { findFactor, readFactors } from '../sign-in/second-factor.ts'
import { undoFactor as undo } from '../sign-in/undo-factor.ts'
import { accessWait, finishConfirmed, ownEmailWaitMs } from './due.ts'
import { readAccessChanges, readOwnAccessChanges, readWaiting } from './queries.ts'
import { isFactorThere } from './removals.ts'

/**
 * Uses a link of a mail: of many uses at once one is booked, and the others get its reply, since the command's id follows
 * from the link's. Throws `link_ended`, so that a used link writes nothing.
 */
async function useLink(
  { pool, desk, secret, policy }: SignInContext,
  use: 'stop-change' | 'confirm-email' | 'agree-email',
  signed: string,
  requestId: string,
): Promise<Recorded> {
  const { id: change = null, person = null } = linkedBy(secret, use, signed) ?? {}
  const waiting = await readWaiting(pool, change)
  if (
    change === null ||
    waiting?.owner !== person ||
    (use === 'confirm-email' && (waiting.what !== 'email' || waiting.confirmed)) ||
    (use === 'agree-email' && waiting.agreed)
  )
    throw new ProblemError('link_ended')
  const { owner } = waiting
  const asked = {
    id: idFromName(`${use} ${change}`),
    actor: owner,
    key: null,
    bodyHash: '',
    requestId,
  }
  if (use === 'stop-change')
    return desk.run({
      ...asked,
      kind: 'StopAccessChange',
      command: { change, owner, byLink: true },
    })
  const kind = use === 'confirm-email' ? 'ConfirmEmail' : 'AgreeToEmail'
  const recorded = await desk.run({ ...asked, kind, command: { change, owner } })
  await afterRecorded(finishConfirmed({ pool, desk, policy }, change))
  return recorded
}

export const accessChangeRoutes = (context: SignInContext): Route[] => [
  ...staffRoutes(context),
  ...ownRoutes(context),
]

function staffRoutes(context: SignInContext): Route[] {
  const { pool, desk, policy } = context
  return [
    route(getAccessChanges, async ({ query }) => succeeded(await readAccessChanges(pool, query))),
    route(getUserFactors, async ({ params }) => {
      await mustBeUser(pool, params.userId)
      return succeeded({ factors: await readFactors(pool, params.userId) })
    }),
    route(
      proposeFactorRemoval,
      async ({ asked, params: { userId: user }, body: { passkeyId, hostile, reason } }) =>
        desk.run({
          ...asked,
          kind: 'ProposeFactorRemoval',
          command: { user, factor: await findFactor(pool, user, passkeyId), hostile, reason },
        }),
    ),
    route(approveAccessChange, async ({ asked, params: { id: change } }) =>
      desk.run({
        ...asked,
        kind: 'ApproveAccessChange',
        command: { change, factorThere: await isFactorThere(pool, change), ...accessWait(policy) },
      }),
    ),
    route(refuseAccessChange, ({ asked, params, body }) =>
      desk.run({
        ...asked,
        kind: 'RefuseAccessChange',
        command: { change: params.id, reason: body.reason },
      }),
    ),
  ]
}

function ownRoutes(context: SignInContext): Route[] {
  const { pool, desk } = context
  const limits = limitsOf(context)
  return [
    route(getOwnAccessChanges, async ({ principal }) =>
      succeeded({ accessChanges: await readOwnAccessChanges(pool, principal.owner) }),
    ),
    route(stopAccessChange, ({ asked, principal, params }) =>
      desk.run({
        ...asked,
        kind: 'StopAccessChange',
        command: { change: params.id, owner: principal.owner, byLink: false },
      }),
    ),
    route(stopByLink, ({ asked, params }) =>
      useLink(context, 'stop-change', params.token, asked.requestId),
    ),
    route(confirmEmail, ({ asked, params }) =>
      useLink(context, 'confirm-email', params.token, asked.requestId),
    ),
    route(agreeToEmail, ({ asked, params }) =>
      useLink(context, 'agree-email', params.token, asked.requestId),
    ),
    route(askEmailChange, async ({ asked, principal: { owner }, body: { email } }) => {
      await limits.countEmailChange(owner)
      const command = { owner, email, waitMs: ownEmailWaitMs }
      return desk.run({ ...asked, kind: 'AskEmailChange', command })
    }),
    route(undoFactor, async ({ params }) => {
      await undo(context, params.token)
      return {
        status: 'success' as const,
        message:
          'What was added has been removed, and all sessions have ended. Now choose a new password.',
      }
    }),
  ]
}

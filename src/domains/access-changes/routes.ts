import {
  agreeToEmailChange,
  approveAccessChange,
  requestEmailChange,
  confirmEmail,
  confirmOwnEmail,
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
import {
  afterRecorded,
  route,
  succeeded,
  type Asked,
  type Recorded,
  type Route,
} from '../../platform/route.ts'
import { runPreparedRecorded, runRecorded } from '../../platform/alarm.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { guessesOf, limitsOf, type SignInContext } from '../sign-in/parts.ts'
import { mustReadSignInOf } from '../people/queries.ts'
import { askedByLink } from '../sign-in/mailed-acts.ts'
import { openMailedLink } from '../sign-in/mailed-links.ts'
import { findFactor, readFactors } from '../sign-in/second-factor.ts'
import { undoFactor as undo } from '../sign-in/undo-factor.ts'
import { accessWait, finishConfirmed, ownEmailWaitMs } from './due.ts'
import { readAccessChanges, readOwnAccessChanges, readWaiting, type Waiting } from './queries.ts'
import { isFactorThere } from './removals.ts'
import type { RoutesOf } from '../routes.ts'

type AccessContext = SignInContext & { metrics: Metrics }

const ofChange = (id: string) => ({ table: 'access_changes', id })

type LinkedUse = 'stop-change' | 'confirm-email' | 'confirm-own-email' | 'agree-email'

const isLeftToDo: { [use in LinkedUse]: (waiting: Waiting) => boolean } = {
  'stop-change': () => true,
  'confirm-email': ({ what, own, confirmed }) => what === 'email' && !own && !confirmed,
  'confirm-own-email': ({ own, confirmed }) => own && !confirmed,
  'agree-email': ({ agreed }) => !agreed,
}

/** The change that a link of a mail is about. Throws `link_ended`, so that a used link writes nothing. */
async function findWaiting(
  context: SignInContext,
  use: LinkedUse,
  signed: string,
): Promise<{ change: string; waiting: Waiting }> {
  const link = await openMailedLink(context, use, signed)
  const waiting = link && (await readWaiting(context.pool, link.id))
  if (!waiting || waiting.owner !== link.person || !isLeftToDo[use](waiting))
    throw new ProblemError('link_ended')
  return { change: link.id, waiting }
}

/**
 * Uses a link of a mail: of many uses at once one is booked, and the others get its reply, since the command's id follows
 * from the link's. `prove` throws where the link alone isn't enough.
 */
async function useLink(
  context: AccessContext,
  use: LinkedUse,
  { signed, requestId }: { signed: string; requestId: string },
  prove?: (waiting: Waiting) => Promise<void>,
): Promise<Recorded> {
  const { desk } = context
  const { change, waiting } = await findWaiting(context, use, signed)
  await prove?.(waiting)
  const { owner } = waiting
  const asked = askedByLink(use, { id: change, owner, requestId })
  if (use === 'stop-change')
    return desk.run({
      ...asked,
      kind: 'StopAccessChange',
      command: { change, owner, byLink: true },
    })
  const kind = use === 'agree-email' ? 'AgreeToEmailChange' : 'ConfirmEmail'
  const given = { ...asked, kind, command: { change, owner } } as const
  const recorded = await runRecorded(context, given, ofChange(change))
  await afterRecorded(finishConfirmed(context, change))
  return recorded
}

export const routes: RoutesOf = (context) => [
  ...staffRoutes(context),
  ...ownRoutes(context),
  ...linkRoutes(context),
]

function staffRoutes(context: AccessContext): Route[] {
  const { pool, desk, policy } = context
  return [
    route(getAccessChanges, async ({ query }) => succeeded(await readAccessChanges(pool, query))),
    route(getUserFactors, async ({ principal, params }) => {
      await mustReadSignInOf(pool, principal, params.userId)
      return succeeded({ factors: await readFactors(pool, params.userId) })
    }),
    route(
      proposeFactorRemoval,
      async ({ asked, params: { userId: user }, body: { passkeyId, hostile, reason } }) =>
        desk.runPrepared({
          ...asked,
          kind: 'ProposeFactorRemoval',
          prepare: async () => ({
            user,
            factor: await findFactor(pool, user, passkeyId),
            hostile,
            reason,
          }),
        }),
    ),
    route(approveAccessChange, async ({ asked, params: { id: change } }) => {
      const prepare = async () => ({
        change,
        factorThere: await isFactorThere(pool, change),
        ...accessWait(policy),
      })
      const given = { ...asked, kind: 'ApproveAccessChange', prepare } as const
      return runPreparedRecorded(context, given, ofChange(change))
    }),
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
    route(requestEmailChange, ({ asked, principal: { owner }, body: { email } }) => {
      const prepare = async () => {
        await limits.countEmailChange(owner, email)
        return { owner, email, waitMs: ownEmailWaitMs }
      }
      return desk.runPrepared({ ...asked, kind: 'RequestEmailChange', prepare })
    }),
  ]
}

function linkRoutes(context: AccessContext): Route[] {
  const guesses = guessesOf(context)
  const used = ({ asked, params }: { asked: Asked; params: { token: string } }) => ({
    signed: params.token,
    requestId: asked.requestId,
  })
  return [
    route(stopByLink, (call) => useLink(context, 'stop-change', used(call))),
    route(confirmEmail, (call) => useLink(context, 'confirm-email', used(call))),
    route(agreeToEmailChange, (call) => useLink(context, 'agree-email', used(call))),
    // Whoever asked may be another one than who reads these mails: one press would give their account this address.
    route(confirmOwnEmail, (call) =>
      useLink(context, 'confirm-own-email', used(call), async ({ presentEmail }) => {
        const { address, userAgent, marks, asked } = call
        const caller = { address, userAgent, marks, requestId: asked.requestId }
        await guesses.checkPassword(presentEmail, call.body.password, caller)
      }),
    ),
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

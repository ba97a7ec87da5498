/** The routes of what protects an account: second factors, sessions, freezing it oneself. */
import type { MacKeys } from '../../platform/mac.ts'
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import {
  addPasskey,
  beginApp,
  beginPasskey,
  confirmApp,
  endOtherSessions,
  endSession,
  endUserSessions,
  freezeOwnAccount,
  getSecondFactors,
  getSessions,
  getUserSessions,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  type SecondFactors,
  type SecurityChange,
} from '../../contract/security.ts'
import { route, succeeded, type Principal, type Route } from '../../platform/route.ts'
import { needsSecondFactor } from '../../platform/policy.ts'
import { freezeByLink } from '../../contract/mailed-acts.ts'
import { appOf, beginApp as begin, takeAppCode } from './authenticator.ts'
import { freezeByLink as freeze } from './mailed-acts.ts'
import { challengesOf, siteOf, type SignInContext } from './parts.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { endOneSession, endSessions, listSessions } from './open-sessions.ts'
import { addPasskey as add, askForNewPasskey } from './passkeys.ts'
import { mustReadSignInOf } from '../people/queries.ts'
import { renewRecoveryCodes as renew } from './recovery-codes.ts'
import { refuseWhileHostile } from './waiting-changes.ts'
import { methodsOf, readFactors } from './second-factor.ts'
import { changeSecurity } from './security-change.ts'
import type { RoutesOf } from '../routes.ts'

type Person = {
  id: string
  email: string
  fullName: string
  fixed: boolean
  emailVerified: boolean
}

/** The person who sets up a second factor. Shared sign-ins of the demonstration can't: nobody else would get in any more. In live the email address has to be verified first. */
async function personToProtect(
  { policy }: Pick<SignInContext, 'policy'>,
  db: Pool | PoolClient,
  id: string,
): Promise<Person> {
  const { rows } = await db.query<Person>(
    'select person.id, person.email, person.full_name as "fullName", owner.fixed, owner.email_verified as "emailVerified" from auth.persons person join owners owner on owner.id = person.id where person.id = $1',
    [id],
  )
  if (!rows[0]) throw new ProblemError('not_signed_in')
  if (rows[0].fixed) throw new ProblemError('fixed_account')
  if (policy.emailMustBeVerified && !rows[0].emailVerified)
    throw new ProblemError('email_unverified')
  return rows[0]
}

/** With the first factor come codes for the day it is lost; with the last they go. */
async function keepRecoveryCodes(
  client: PoolClient,
  macKeys: MacKeys,
  person: string,
): Promise<string[] | null> {
  const { app, passkeys, recoveryCodesLeft } = await readFactors(client, person)
  if (app === null && passkeys.length === 0) {
    await client.query('delete from auth.recovery_codes where person_id = $1', [person])
    return null
  }
  return recoveryCodesLeft === 0 ? renew(client, macKeys, person) : null
}

async function readOwn(
  context: SignInContext,
  db: Pool | PoolClient,
  { owner, roles }: Principal,
): Promise<SecondFactors> {
  return { ...(await readFactors(db, owner)), required: needsSecondFactor(context.policy, roles) }
}

function factorChanges(context: SignInContext) {
  /** Changes the factors of the person who is signed in, and answers them as they are then. */
  return async function change(
    principal: Principal,
    what: SecurityChange,
    message: string,
    work: (client: PoolClient) => Promise<void>,
  ) {
    const person = principal.owner
    const data = await changeSecurity(
      context,
      { person, change: what, keep: principal.session.id },
      async (client) => {
        if (what === 'app-added' || what === 'passkey-added')
          await personToProtect(context, client, person)
        await refuseWhileHostile(client, person)
        await work(client)
        const recoveryCodes =
          what === 'recovery-codes-renewed'
            ? await renew(client, context.macKeys, person)
            : await keepRecoveryCodes(client, context.macKeys, person)
        return { factors: await readOwn(context, client, principal), recoveryCodes }
      },
    )
    return { status: 'success' as const, message, data }
  }
}

function appRoutes(context: SignInContext): Route[] {
  const { pool, secret } = context
  const change = factorChanges(context)
  return [
    route(beginApp, async ({ principal }) => {
      const { email } = await personToProtect(context, pool, principal.owner)
      const person = { id: principal.owner, session: principal.session.id }
      const shared = await begin(pool, secret, person)
      const app = appOf(shared)
      app.issuer = siteOf(context).name
      app.label = email
      return succeeded({ secret: shared.base32, uri: app.toString() })
    }),
    route(confirmApp, ({ principal, body }) =>
      change(principal, 'app-added', 'Your authenticator app is set up', async (client) => {
        if (!(await takeAppCode(client, [secret], principal.owner, body.code, 'begun'))) {
          const message =
            'That code doesn’t match your app. Check that your device’s clock is right, and enter the next code.'
          throw new ProblemError({ code: 'validation_failed', message, fields: { code: message } })
        }
      }),
    ),
    route(removeApp, ({ principal }) =>
      change(principal, 'app-removed', 'The authenticator app was removed', async (client) => {
        const { rowCount } = await client.query(
          'delete from auth.authenticator_apps where person_id = $1 and confirmed_at is not null',
          [principal.owner],
        )
        if (rowCount !== 1) throw new ProblemError('unknown_factor')
      }),
    ),
    route(renewRecoveryCodes, ({ principal }) =>
      change(
        principal,
        'recovery-codes-renewed',
        'These are your new recovery codes',
        async (client) => {
          if (methodsOf(await readFactors(client, principal.owner)).length === 0)
            throw new ProblemError('unknown_factor')
        },
      ),
    ),
  ]
}

function passkeyRoutes(context: SignInContext): Route[] {
  const { pool, macKeys } = context
  const challenges = challengesOf(context)
  const site = siteOf(context)
  const change = factorChanges(context)
  return [
    route(beginPasskey, async ({ principal }) => {
      const options = await askForNewPasskey(
        pool,
        site,
        await personToProtect(context, pool, principal.owner),
      )
      return succeeded({
        challenge: await challenges.begin('new-passkey', principal.owner, options.challenge),
        options,
      })
    }),
    route(addPasskey, async ({ principal, body }) => {
      const challenge = await challenges.try('new-passkey', body.challenge)
      if (challenge.person !== principal.owner) throw new ProblemError('challenge_ended')
      const reply = await change(principal, 'passkey-added', 'The passkey was added', (client) =>
        add({ client, site, macKeys }, principal.owner, body.name, challenge.nonce!, body.passkey),
      )
      await challenges.end(challenge)
      return reply
    }),
    route(removePasskey, ({ principal, params }) =>
      change(principal, 'passkey-removed', 'The passkey was removed', async (client) => {
        const { rowCount } = await client.query(
          'delete from auth.passkeys where person_id = $1 and id = $2',
          [principal.owner, params.passkeyId],
        )
        if (rowCount !== 1) throw new ProblemError('unknown_factor')
      }),
    ),
  ]
}

function sessionListRoutes({ pool, policy, desk }: SignInContext): Route[] {
  return [
    route(getSessions, async ({ principal }) =>
      succeeded({
        sessions: await listSessions(pool, policy, principal.owner, principal.session.id),
      }),
    ),
    route(endSession, async ({ principal, params }) => {
      if (!(await endOneSession(pool, principal.owner, params.sessionId)))
        throw new ProblemError('unknown_session')
      return { status: 'success' as const, message: 'The session has ended' }
    }),
    route(endOtherSessions, async ({ principal, marks }) => {
      await forgetBrowsers(pool, principal.owner, marks)
      const ended = await endSessions(pool, {
        person: principal.owner,
        but: principal.session.id,
        why: 'ended-by-owner',
      })
      return {
        status: 'success' as const,
        message: ended === 1 ? 'One other session has ended' : `${ended} other sessions have ended`,
      }
    }),
    route(getUserSessions, async ({ principal, params }) => {
      await mustReadSignInOf(pool, principal, params.userId)
      return succeeded({ sessions: await listSessions(pool, policy, params.userId, null) })
    }),
    route(endUserSessions, ({ asked, params }) =>
      desk.run({ ...asked, kind: 'EndSessions', command: { user: params.userId } }),
    ),
    route(freezeOwnAccount, ({ asked, principal, body }) =>
      desk.run({
        ...asked,
        kind: 'FreezeOwnAccount',
        command: { owner: principal.owner, reason: body.reason ?? null },
      }),
    ),
  ]
}

export const routes: RoutesOf = (context) => {
  return [
    route(getSecondFactors, async ({ principal }) =>
      succeeded({ factors: await readOwn(context, context.pool, principal) }),
    ),
    ...appRoutes(context),
    ...passkeyRoutes(context),
    ...sessionListRoutes(context),
    route(freezeByLink, ({ asked, params }) => freeze(context, params.token, asked.requestId)),
  ]
}

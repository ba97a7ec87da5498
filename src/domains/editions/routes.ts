import { createHash } from 'node:crypto'
import {
  acceptEdition,
  getAcceptances,
  getEditionText,
  getNotAccepted,
  getOwnEditions,
  getPackText,
  getPolicies,
} from '../../contract/edition.ts'
import { proposeEdition, proposeEditionWithdrawal } from '../../contract/edition-changes.ts'
import { ProblemError } from '../../contract/problems.ts'
import { policyPaths, type PolicyPath } from '../../contract/site.ts'
import { asksForPayment } from '../../lib/asks-for-payment.ts'
import { canonical } from '../../lib/canonical.ts'
import { beginOfDay, dayIn } from '../../lib/zone.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { mustBeUser } from '../people/queries.ts'
import type { RoutesOf } from '../routes.ts'
import {
  readEditionText,
  readKeptText,
  readNewestText,
  readNotAccepted,
  readOwnEditions,
  readStaffEditions,
} from './queries.ts'

const none = { texts: [], noticeDays: 30, zone: 'UTC' }

/** A policy as the pack has it: its whole text, in one form. Throws `unknown_edition` where it isn't accepted. */
function packText({ policies = none }: Pick<House, 'firm'>['firm'], policy: PolicyPath) {
  const found = policies.texts.find((one) => one.policy === policy)
  if (!found) throw new ProblemError('unknown_edition')
  const content = canonical(found.page)
  const digest = createHash('sha256').update(content).digest('hex')
  return { title: found.page.title, content, digest }
}

async function readPolicies({ pool, firm }: House) {
  const { texts, noticeDays, zone } = firm.policies ?? none
  const { of, people, now } = await readStaffEditions(pool)
  const policies = policyPaths.flatMap((policy) => {
    const editions = of.get(policy) ?? []
    const isAccepted = texts.some((one) => one.policy === policy)
    if (!isAccepted && editions.length === 0) return []
    const newest = editions.find(({ state }) => state !== 'withdrawn')
    const pack = isAccepted ? packText(firm, policy) : null
    return [
      {
        policy,
        title: pack?.title ?? newest?.title ?? policy,
        isAccepted,
        proposable: pack && pack.digest !== newest?.digest ? pack.digest : null,
        editions,
      },
    ]
  })
  return { policies, people, noticeDays, zone, today: dayIn(now, zone) }
}

const ownRoutes = ({ pool, desk }: House) => [
  route(getOwnEditions, async ({ principal }) =>
    succeeded({ editions: await readOwnEditions(pool, principal.owner) }),
  ),
  route(getEditionText, async ({ params }) => succeeded(await readEditionText(pool, params.id))),
  route(acceptEdition, ({ asked, principal, params, body }) =>
    desk.run({
      ...asked,
      kind: 'AcceptEdition',
      command: { owner: principal.owner, edition: params.id, digest: body.digest },
    }),
  ),
]

export const routes: RoutesOf = (house) => {
  const { pool, desk, firm } = house
  return [
    ...ownRoutes(house),
    route(getPolicies, async () => succeeded(await readPolicies(house))),
    route(getPackText, async ({ params: { policy }, query }) => {
      const { digest, content } =
        query.digest === undefined ? packText(firm, policy) : await readKeptText(pool, query.digest)
      const before = await readNewestText(pool, policy)
      return succeeded({ digest, content, before: before?.content ?? null })
    }),
    route(getNotAccepted, async ({ params, query }) => {
      await readEditionText(pool, params.id)
      return succeeded(await readNotAccepted(pool, params.id, query))
    }),
    route(getAcceptances, async ({ params }) => {
      await mustBeUser(pool, params.userId)
      return succeeded({ editions: await readOwnEditions(pool, params.userId) })
    }),
    route(proposeEdition, async ({ asked, params: { policy }, body }) => {
      const { title, content, digest } = packText(firm, policy)
      // The server may have been started with another pack since it was read.
      if (digest !== body.digest) throw new ProblemError('policy_changed')
      const { noticeDays, zone } = firm.policies ?? none
      const { day, changed } = body
      const countsFrom = day === null ? null : beginOfDay(day, zone)
      const fault = asksForPayment(changed)
      const text = { policy, title, content, digest }
      return desk.run({
        ...asked,
        kind: 'ProposeEdition',
        command: { ...text, day, countsFrom, noticeDays, changed, fault },
      })
    }),
    route(proposeEditionWithdrawal, ({ asked, params }) =>
      desk.run({ ...asked, kind: 'ProposeEditionWithdrawal', command: { edition: params.id } }),
    ),
  ]
}

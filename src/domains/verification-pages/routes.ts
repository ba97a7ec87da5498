import {
  approveVerification,
  flows,
  getVerification,
  getVerificationCase,
  getVerifications,
  proposeFinalRefusal,
  refuseVerification,
  submitVerification,
  viewDocumentNumber,
} from '../../contract/verification.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { route, succeeded } from '../../platform/route.ts'
import { openNumber } from '../documents/sealed-numbers.ts'
import { keysOf } from '../documents/take.ts'
import type { House } from '../house-desk.ts'
import { readOverLimit } from '../receipts/queries.ts'
import { releaseWhatFits } from '../receipts/due.ts'
import { investing } from '../investments/invested.ts'
import { allowedOf } from '../verification/limits.ts'
import { readBusinessNow, readCases, readUsed } from '../verification/now.ts'
import { arriving } from '../verification/received.ts'
import { lastOf, maySubmit, verificationOf } from '../verification/state.ts'
import { limitsOf, proofOfAddressMonths, servedBy } from '../verification/terms.ts'
import { sending } from '../withdrawals/sent.ts'
import {
  inDollars,
  presentOwn,
  readUsualReview,
  readVerification,
  readVerifications,
} from './queries.ts'
import { takingNumber } from './take-number.ts'
import type { RoutesOf } from '../routes.ts'

/** All that a person's own page shows. */
async function readOwn({ pool, firm }: House, owner: string) {
  const [all, now, used, overLimit, usual] = await Promise.all([
    readCases(pool, [owner]),
    readBusinessNow(pool),
    readUsed(pool, owner, [arriving, investing, sending]),
    readOverLimit(pool, owner),
    readUsualReview(pool),
  ])
  const found = verificationOf(all, now)
  const last = lastOf(all)
  return {
    ...found,
    verifiedUntil: found.verifiedUntil === null ? null : isoFromInstant(found.verifiedUntil),
    maySubmit: maySubmit(all, now),
    lastCase: last === undefined ? null : await presentOwn(pool, last),
    allowances: flows.map((flow) => {
      const { day, whole } = allowedOf(found, flow, limitsOf(firm))
      return {
        flow,
        day: { limit: inDollars(day), used: dollarsFromCents(used[flow].day) },
        whole: { limit: inDollars(whole), used: dollarsFromCents(used[flow].whole) },
      }
    }),
    overLimit,
    usual,
    ...servedBy(firm),
    countries: servedBy(firm).countries === null ? null : [...servedBy(firm).countries!],
    notServed: [...servedBy(firm).notServed],
  }
}

const staffRoutes = (house: House) => {
  const { pool } = house
  return [
    route(getVerifications, async ({ query }) => succeeded(await readVerifications(pool, query))),
    route(getVerificationCase, async ({ params }) => {
      const verification = await readVerification(pool, params.id)
      if (!verification) throw new ProblemError('unknown_verification')
      return succeeded({ verification, proofOfAddressMonths: proofOfAddressMonths(house.firm) })
    }),
    route(viewDocumentNumber, async ({ asked, params: { id: verification } }) => {
      // What doesn't open is not recorded as opened.
      const opened = await openNumber(pool, keysOf(house.files), verification)
      const command = { verification }
      const reply = await house.desk.run({ ...asked, kind: 'ViewDocumentNumber', command })
      if (reply.status >= 400) return reply
      if (!opened) throw new ProblemError('unknown_document')
      return succeeded(opened)
    }),
  ]
}

const decisionRoutes = (house: House) => {
  const { pool, desk, firm, log } = house
  return [
    route(approveVerification, async ({ asked, params: { id: verification }, body }) => {
      const number = takingNumber(house, verification, body)
      const { until, checks } = body
      const reply = await desk.runPrepared({
        ...asked,
        kind: 'VerifyPerson',
        prepare: async () => ({
          verification,
          until,
          mustBeOpened: true,
          checks,
          number: await number.take(),
        }),
      })
      await number.settle(reply.outcome)
      // What waited for this comes at once; were it lost here, a worker finds it.
      if (reply.outcome === 'done')
        await readVerification(pool, verification)
          .then((verified) => verified && releaseWhatFits({ pool, desk, firm }, verified.user.id))
          .catch((error: unknown) =>
            log.error({ err: error }, 'what fits now could not be released'),
          )
      return reply
    }),
    route(refuseVerification, ({ asked, params: { id: verification }, body }) =>
      desk.run({ ...asked, kind: 'RefuseVerification', command: { verification, ...body } }),
    ),
    route(proposeFinalRefusal, ({ asked, params: { id: verification }, body: { reason } }) =>
      desk.run({
        ...asked,
        kind: 'ProposeFinalRefusal',
        command: { verification, reason, mustBeOpened: true },
      }),
    ),
  ]
}

export const routes: RoutesOf = (house) => [
  route(getVerification, async ({ principal }) => succeeded(await readOwn(house, principal.owner))),
  route(submitVerification, ({ asked, principal, body }) =>
    house.desk.run({
      ...asked,
      kind: 'SubmitVerification',
      command: { ...body, owner: principal.owner, served: servedBy(house.firm) },
    }),
  ),
  ...staffRoutes(house),
  ...decisionRoutes(house),
]

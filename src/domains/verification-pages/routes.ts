import {
  approveVerification,
  checkCountry,
  flows,
  getVerification,
  getVerificationCase,
  getVerifications,
  getVerificationsCsv,
  proposeFinalRefusal,
  refuseVerification,
  remindByHand,
  submitVerification,
  viewDocumentNumber,
} from '../../contract/verification.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import { openNumber } from '../documents/sealed-numbers.ts'
import { keysOf } from '../documents/take.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { readOverLimit } from '../receipts/queries.ts'
import { releaseWhatFits } from '../receipts/due.ts'
import { investing } from '../investments/invested.ts'
import { allowedOf } from '../verification/limits.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { readCases, readUsed } from '../verification/now.ts'
import { arriving } from '../verification/received.ts'
import type { RiskTerms } from '../verification/risk.ts'
import { lastOf, maySubmit, verificationOf } from '../verification/state.ts'
import { limitsOf, proofOfAddressMonths, servedBy } from '../verification/terms.ts'
import { sending } from '../withdrawals/sent.ts'
import { inDollars, presentOwn, readUsualReview, readVerification } from './queries.ts'
import { takingNumber } from './take-number.ts'
import { caseColumns } from './csv.ts'
import { readCasesList, type ListQuery } from './list.ts'
import { riskTermsOf } from './risk.ts'
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
  const { minimumAge, countries, notServed } = servedBy(firm)
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
    minimumAge,
    countries: countries && [...countries],
    notServed: [...notServed],
  }
}

const ofWorkAlone = 'Only what is to be reviewed can be sorted'
const sortedElsewhere = new ProblemError({
  code: 'validation_failed',
  message: ofWorkAlone,
  fields: { sort: ofWorkAlone },
})

const casesFile = (terms: RiskTerms) => ({
  file: 'verifications.csv',
  columns: caseColumns,
  async readPage(db: Database, query: ListQuery) {
    const { verifications, nextCursor } = await readCasesList(db, query, terms)
    return { rows: verifications, nextCursor }
  },
})

const staffRoutes = (house: House) => {
  const { pool } = house
  const terms = riskTermsOf(house.firm)
  return [
    route(getVerifications, async ({ query }) => {
      if (query.sort && query.work === undefined) throw sortedElsewhere
      return succeeded(await readCasesList(pool, query, terms))
    }),
    route(getVerificationsCsv, async (call) => {
      if (call.query.sort && call.query.work === undefined) throw sortedElsewhere
      return exportedCsv(house, casesFile(terms), call)
    }),
    route(getVerificationCase, async ({ params }) => {
      const verification = await readVerification(pool, params.id, terms)
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
        await readVerification(pool, verification, riskTermsOf(firm))
          .then((verified) => verified && releaseWhatFits({ pool, desk, firm }, verified.user.id))
          .catch((error: unknown) =>
            log.error({ err: error }, 'what fits now could not be released'),
          )
      return reply
    }),
    route(refuseVerification, ({ asked, params: { id: verification }, body }) =>
      desk.run({ ...asked, kind: 'RefuseVerification', command: { verification, ...body } }),
    ),
    route(remindByHand, ({ asked, params: { id: verification }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'RemindByHand', command: { verification, reason } }),
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
  route(checkCountry, ({ asked, principal, body: { country } }) =>
    house.desk.run({
      ...asked,
      kind: 'CheckCountry',
      command: { owner: principal.owner, country, served: servedBy(house.firm) },
    }),
  ),
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

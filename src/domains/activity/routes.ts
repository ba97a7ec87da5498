import { Readable } from 'node:stream'
import { capabilitiesOf } from '../../contract/roles.ts'
import {
  getActivity,
  getActivityCsv,
  getActivitySums,
  getEvents,
  getFirmActivity,
  getStaffEvents,
  getStatement,
  getYearCsv,
  getUserActivity,
  getUserActivitySums,
} from '../../contract/activity.ts'
import { getExplanation, getUserExplanation } from '../../contract/explain.ts'
import { getHistory } from '../../contract/history.ts'
import { getNotifications, markNotifications } from '../../contract/notifications.ts'
import { getOverview } from '../../contract/overview.ts'
import { ProblemError } from '../../contract/problems.ts'
import { raiseAlarm } from '../../platform/alarm.ts'
import { runInWorker } from '../../platform/worker.ts'
import { sayingWhen } from '../../platform/older-reads.ts'
import { route, succeeded } from '../../platform/route.ts'
import { firm } from '../../ledger/core/chart.ts'
import type { House } from '../house-desk.ts'
import { markAsRead } from '../people/bell.ts'
import { mustBeUser } from '../people/queries.ts'
import { movementsCsv, olderActivityCsv } from './csv.ts'
import { readExplanation } from './explain.ts'
import { readHistory } from './history.ts'
import { createLive } from './live.ts'
import { createStaffLive } from './staff-live.ts'
import { readNotifications } from './notifications.ts'
import { readOverview } from './overview.ts'
import { readActivity, readUserActivity } from './queries.ts'
import { endOf, readMovementsOf, readStatement } from './statement.ts'
import { readActivitySums } from './sums.ts'
import type { RoutesOf } from '../routes.ts'

/** Null for what no version looks like: then the listener is told of the present one. */
const versionOf = (text: string | null) =>
  text !== null && /^\d{1,18}$/.test(text) ? BigInt(text) : null

/** Null for what no moment looks like: then the listener is told from now on. */
const momentOf = (text: string | null) =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

export const routes: RoutesOf = (house) => {
  const live = createLive(house)
  const staffLive = createStaffLive(house)
  return [
    ...readingRoutes(house),
    ...explainingRoutes(house),
    ...fileRoutes(house),
    ...bellRoutes(house),
    route(getEvents, async ({ principal, lastEventId }) => ({
      events: live.listen(principal, versionOf(lastEventId)),
    })),
    route(getStaffEvents, async ({ principal, lastEventId, stillMay }) => ({
      events: staffLive.listen(
        { person: principal.owner, may: capabilitiesOf(principal.roles), stillMay },
        momentOf(lastEventId),
      ),
    })),
  ]
}

const readingRoutes = (house: House) => [
  route(getOverview, async ({ principal }) =>
    succeeded({ overview: await readOverview(house, principal) }),
  ),
  route(getActivity, async ({ principal, query }) =>
    succeeded(await readActivity(house.pool, principal.owner, query)),
  ),
  route(getUserActivity, async ({ params, query, asked: { requestId } }) => {
    await mustBeUser(house.pool, params.userId)
    const { changed, ...page } = await readUserActivity(house, params.userId, query)
    for (const { id, fault } of changed)
      raiseAlarm(house, { table: 'desk.particulars', id, difference: fault!, requestId })
    return succeeded(page)
  }),
  route(getActivitySums, async ({ principal, query }) =>
    succeeded({ sums: await readActivitySums(house.pool, principal.owner, query) }),
  ),
  route(getUserActivitySums, async ({ params, query }) => {
    await mustBeUser(house.pool, params.userId)
    return succeeded({ sums: await readActivitySums(house.pool, params.userId, query) })
  }),
  route(getFirmActivity, async ({ query }) =>
    succeeded(await readActivity(house.pool, firm, query, 'staff')),
  ),
]

const bellRoutes = ({ pool }: House) => [
  route(getNotifications, async ({ principal }) =>
    succeeded(await readNotifications(pool, principal.owner)),
  ),
  route(markNotifications, async ({ principal, body }) =>
    succeeded({ readUpTo: await markAsRead(pool, principal.owner, body.upTo) }),
  ),
]

/** A quarter, when nobody says how far back. */
const defaultDays = 90

const explainingRoutes = ({ pool }: House) => [
  route(getExplanation, async ({ principal, params }) => {
    const explanation = await readExplanation(pool, principal.owner, params.figure)
    if (!explanation) throw new ProblemError('not_signed_in')
    return succeeded({ explanation })
  }),
  route(getUserExplanation, async ({ params }) => {
    await mustBeUser(pool, params.userId)
    return succeeded({ explanation: (await readExplanation(pool, params.userId, params.figure))! })
  }),
  route(getHistory, async ({ principal, query }) =>
    succeeded({ points: await readHistory(pool, principal.owner, query.days ?? defaultDays) }),
  ),
]

const fileRoutes = (house: House) => [
  route(getActivityCsv, async ({ principal, query, setHeader }) => {
    const file = sayingWhen(await olderActivityCsv(house.older, principal.owner, query), setHeader)
    return { file: Readable.from(file), name: 'activity.csv' }
  }),
  route(getStatement, async ({ principal, params, setHeader }) => {
    const period = params.file.replace('.pdf', '')
    // One that isn't over, or only just, has to be whole until now.
    const found = await house.older.read(
      (db) => readStatement(db, principal.owner, period, house.firm),
      endOf(period),
    )
    const statement = sayingWhen(found, setHeader)
    if (!statement) throw new ProblemError('unknown_statement')
    return {
      file: await runInWorker(new URL('statement-pdf.ts', import.meta.url), statement),
      name: `statement-${params.file}`,
    }
  }),
  route(getYearCsv, async ({ principal, params, setHeader }) => {
    const year = params.file.replace('.csv', '')
    const found = await house.older.read(
      (db) => readMovementsOf(db, principal.owner, year),
      endOf(year),
    )
    const movements = sayingWhen(found, setHeader)
    if (!movements) throw new ProblemError('unknown_statement')
    return { file: Buffer.from(movementsCsv(movements)), name: `statement-${params.file}` }
  }),
]

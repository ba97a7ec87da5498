import {
  getStaffWork,
  getWorkItems,
  getWorkPeople,
  giveWork,
  putOffWork,
  returnWork,
  takeWork,
} from '../../contract/staff-work.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { RoutesOf } from '../routes.ts'
import { dueTermsOf } from './due.ts'
import { readWork, readWorkItems, readWorkPeople } from './queries.ts'

export const routes: RoutesOf = ({ pool, desk, policy, firm }, { waits }) => [
  route(getStaffWork, async ({ principal }) =>
    succeeded({ work: await readWork(pool, waits, dueTermsOf(policy, firm), principal) }),
  ),
  route(getWorkItems, async ({ principal: by, query }) =>
    succeeded(await readWorkItems(pool, waits, dueTermsOf(policy, firm), { ...query, by })),
  ),
  route(getWorkPeople, async ({ principal: by, query }) =>
    succeeded({
      people: await readWorkPeople(pool, waits, dueTermsOf(policy, firm), { ...query, by }),
    }),
  ),
  route(takeWork, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'TakeWork', command: { ...params, ...body } }),
  ),
  route(giveWork, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'GiveWork', command: { ...params, ...body } }),
  ),
  route(returnWork, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'ReturnWork', command: { ...params, ...body } }),
  ),
  route(putOffWork, ({ asked, params, body }) =>
    desk.run({ ...asked, kind: 'PutOffWork', command: { ...params, ...body } }),
  ),
]

import { getStaffWork } from '../../contract/staff-work.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { RoutesOf } from '../routes.ts'
import { readWork } from './queries.ts'

export const routes: RoutesOf = ({ pool }, { waits }) => [
  route(getStaffWork, async ({ principal }) =>
    succeeded({ work: await readWork(pool, waits, principal) }),
  ),
]

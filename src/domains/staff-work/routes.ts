import { getStaffWork } from '../../contract/staff-work.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { Waits } from '../noun.ts'
import { readWork } from './queries.ts'

export const staffWorkRoutesOf =
  (waits: readonly Waits[]) =>
  ({ pool }: House) => [
    route(getStaffWork, async ({ principal }) =>
      succeeded({ work: await readWork(pool, waits, principal.owner) }),
    ),
  ]

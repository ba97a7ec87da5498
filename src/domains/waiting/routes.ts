import { getWaitingWork } from '../../contract/waiting.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { Waits } from '../noun.ts'
import { readWork } from './queries.ts'

export const waitingRoutesOf =
  (waits: readonly Waits[]) =>
  ({ pool }: House) => [
    route(getWaitingWork, async ({ principal }) =>
      succeeded({ work: await readWork(pool, waits, principal.owner) }),
    ),
  ]

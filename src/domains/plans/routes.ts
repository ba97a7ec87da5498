import { getPlans } from '../../contract/plan.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readPlans } from './queries.ts'

export const planRoutes = ({ pool }: House) => [
  route(getPlans, async () => succeeded({ plans: await readPlans(pool) })),
]

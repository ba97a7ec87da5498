import { getKeptRecords } from '../../contract/kept-record.ts'
import { route, succeeded } from '../../platform/route.ts'
import { readKeptRecords } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool }) => [
  route(getKeptRecords, async ({ query }) => succeeded(await readKeptRecords(pool, query))),
]

import { getKeptRecords } from '../../contract/kept-record.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readKeptRecords } from './queries.ts'

export const keptRecordRoutes = ({ pool }: House) => [
  route(getKeptRecords, async ({ query }) => succeeded(await readKeptRecords(pool, query))),
]

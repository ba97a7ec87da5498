import { Readable } from 'node:stream'
import {
  getAudit,
  getAuditCsv,
  getAuditRecord,
  getAuditRoots,
  verifyChain,
} from '../../contract/audit.ts'
import { csvFile } from '../../lib/csv.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { auditColumns } from './csv.ts'
import { readAudit, readRoots, type AuditQuery } from './queries.ts'
import { readRecord, verifyPart } from './record.ts'

const csvPage = 1000

function csvOf({ pool }: House, query: AuditQuery): AsyncGenerator<string> {
  return csvFile(auditColumns, async (cursor) => {
    const { items, nextCursor } = await readAudit(pool, { ...query, limit: csvPage, cursor })
    return { rows: items, nextCursor }
  })
}

export const auditRoutes = (house: House) => [
  route(getAuditRecord, async ({ params }) =>
    succeeded({ record: await readRecord(house.pool, params.commandId) }),
  ),
  route(verifyChain, async ({ params, query }) =>
    succeeded(await verifyPart(house.pool, house.macKeys, params.ownerId, query.cursor)),
  ),
  route(getAudit, async ({ query }) => succeeded(await readAudit(house.pool, query))),
  route(getAuditCsv, async ({ query }) => ({
    file: Readable.from(csvOf(house, query)),
    name: 'audit.csv',
  })),
  route(getAuditRoots, async ({ query }) => succeeded(await readRoots(house.pool, query))),
]

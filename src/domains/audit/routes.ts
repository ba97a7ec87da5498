import { Readable } from 'node:stream'
import { getAudit, getAuditCsv, getAuditRoots } from '../../contract/audit.ts'
import { csvFile } from '../../lib/csv.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { auditColumns } from './csv.ts'
import { readAudit, readRoots, type AuditQuery } from './queries.ts'

const csvPage = 1000

function csvOf({ pool }: House, query: AuditQuery): AsyncGenerator<string> {
  return csvFile(auditColumns, async (cursor) => {
    const { items, nextCursor } = await readAudit(pool, { ...query, limit: csvPage, cursor })
    return { rows: items, nextCursor }
  })
}

export const auditRoutes = (house: House) => [
  route(getAudit, async ({ query }) => succeeded(await readAudit(house.pool, query))),
  route(getAuditCsv, async ({ query }) => ({
    file: Readable.from(csvOf(house, query)),
    name: 'audit.csv',
  })),
  route(getAuditRoots, async ({ query }) => succeeded(await readRoots(house.pool, query))),
]

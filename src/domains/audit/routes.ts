import { Readable } from 'node:stream'
import {
  getAudit,
  getAuditCsv,
  getAuditRecord,
  getAuditRoots,
  verifyChain,
} from '../../contract/audit.ts'
import { olderCsv, sayingWhen, type OlderReads } from '../../platform/older-reads.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { auditColumns } from './csv.ts'
import { readAudit, readRoots, type AuditQuery } from './queries.ts'
import { readRecord, verifyPart } from './record.ts'

const csvPage = 1000

const csvOf = (older: OlderReads, query: AuditQuery) =>
  olderCsv(older, auditColumns, async (db, cursor) => {
    const { items, nextCursor } = await readAudit(db, { ...query, limit: csvPage, cursor })
    return { rows: items, nextCursor }
  })

export const auditRoutes = (house: House) => [
  route(getAuditRecord, async ({ params }) =>
    succeeded({ record: await readRecord(house.pool, params.commandId) }),
  ),
  route(verifyChain, async ({ params, query }) =>
    succeeded(await verifyPart(house.pool, house.macKeys, params.ownerId, query.cursor)),
  ),
  route(getAudit, async ({ query, setHeader }) =>
    succeeded(sayingWhen(await house.older.read((db) => readAudit(db, query)), setHeader)),
  ),
  route(getAuditCsv, async ({ query, setHeader }) => ({
    file: Readable.from(sayingWhen(await csvOf(house.older, query), setHeader)),
    name: 'audit.csv',
  })),
  route(getAuditRoots, async ({ query }) => succeeded(await readRoots(house.pool, query))),
]

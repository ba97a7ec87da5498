import {
  getAudit,
  getAuditCsv,
  getAuditRecord,
  getAuditRoots,
  verifyChain,
} from '../../contract/audit.ts'
import { capabilitiesOf } from '../../contract/roles.ts'
import type { Database } from '../../platform/database.ts'
import { sayingWhen } from '../../platform/older-reads.ts'
import { route, succeeded } from '../../platform/route.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import { auditColumns } from './csv.ts'
import { countAudit, readAudit, readRoots, type AuditQuery } from './queries.ts'
import { readRecord, verifyPart } from './record.ts'
import type { RoutesOf } from '../routes.ts'

const auditFile = {
  file: 'audit.csv',
  columns: auditColumns,
  limit: 1000,
  async readPage(db: Database, query: AuditQuery) {
    const { items, nextCursor } = await readAudit(db, query)
    return { rows: items, nextCursor }
  },
  // A search is of words that are put together here.
  count: (db: Database, query: AuditQuery) => (query.search ? null : countAudit(db, query)),
}

export const routes: RoutesOf = (house) => [
  route(getAuditRecord, async ({ params, principal }) => {
    const may = capabilitiesOf(principal.roles)
    return succeeded({ record: await readRecord(house.pool, params.commandId, may) })
  }),
  route(verifyChain, async ({ params, query }) =>
    succeeded(await verifyPart(house.pool, house.macKeys, params.ownerId, query.cursor)),
  ),
  route(getAudit, async ({ query, setHeader }) =>
    succeeded(sayingWhen(await house.older.read((db) => readAudit(db, query)), setHeader)),
  ),
  route(getAuditCsv, (call) => exportedCsv(house, auditFile, call)),
  route(getAuditRoots, async ({ query }) => succeeded(await readRoots(house.pool, query))),
]

import {
  buildBankExport,
  downloadBankExport,
  getBankExports,
  getBankExportsCsv,
  proposeCancellingBankExport,
  proposeReopeningPayouts,
  readBankReport,
  recordBankReport,
  releaseBankExport,
} from '../../contract/bank-export.ts'
import type { Database } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import { readOpenProposals } from '../proposals/queries.ts'
import { bankExportColumns } from './csv.ts'
import { prepareExport, prepareReleaseOf, writeAgain } from './file.ts'
import { bankExportCancellation, bankPayoutsReopening, holdsCancellation } from './proposals.ts'
import { readClaimed, reading, readSaid } from './queries.ts'
import { prepareReport, readReport } from './report-file.ts'
import { presentExport } from './shown.ts'
import type { RoutesOf } from '../routes.ts'

const exportsFile = {
  file: 'bank-exports.csv',
  columns: bankExportColumns,
  async readPage(db: Database, query: Parameters<typeof reading.page>[1]) {
    const { shown, nextCursor } = await reading.page(db, query)
    const held = shown.map(({ id }) => holdsCancellation(id))
    const kinds = [bankExportCancellation, bankPayoutsReopening]
    const proposed = await readOpenProposals(db, kinds, held)
    const said = await readSaid(
      db,
      shown.map(({ id }) => id),
    )
    return {
      rows: shown.map((row) =>
        presentExport(row, said.get(row.id)!, proposed.get(holdsCancellation(row.id)) ?? null),
      ),
      nextCursor,
    }
  },
}

export const routes: RoutesOf = (house) => [
  route(getBankExports, async ({ query }) => {
    const { rows, nextCursor } = await exportsFile.readPage(house.pool, query)
    return succeeded({ exports: rows, claimed: await readClaimed(house.pool), nextCursor })
  }),
  route(getBankExportsCsv, (call) => exportedCsv(house, exportsFile, call)),
  route(buildBankExport, ({ asked, body }) => {
    const id = newId()
    const prepare = () => prepareExport(house, id, body, asked.requestId)
    return house.desk.runPrepared({ ...asked, id, kind: 'BuildBankExport', prepare })
  }),
  // Kept outside of the database before anybody has the file: a restore must not forget it.
  route(releaseBankExport, ({ asked, params: { id }, body }) =>
    keepSeen(house.seen, () => {
      const prepare = () => prepareReleaseOf(house, id, body)
      return house.desk.runPrepared({ ...asked, kind: 'ReleaseBankExport', prepare })
    }),
  ),
  route(downloadBankExport, async ({ asked, params: { id } }) => {
    const { owners, ...file } = await writeAgain(house, id, asked.requestId)
    const reply = await house.desk.run({
      ...asked,
      kind: 'DownloadBankExport',
      command: { export: id, owners },
    })
    return reply.outcome === 'done' ? succeeded(file) : reply
  }),
  route(proposeCancellingBankExport, ({ asked, params: { id } }) =>
    house.desk.run({ ...asked, kind: 'ProposeCancellingBankExport', command: { export: id } }),
  ),
  route(readBankReport, async ({ asked, body }) =>
    succeeded(await readReport(house, body.file, asked.requestId)),
  ),
  route(recordBankReport, ({ asked, body }) => {
    const prepare = () => prepareReport(house, body.file, asked.requestId)
    return house.desk.runPrepared({ ...asked, kind: 'RecordBankReport', prepare })
  }),
  route(proposeReopeningPayouts, ({ asked, params: { id } }) =>
    house.desk.run({ ...asked, kind: 'ProposeReopeningPayouts', command: { export: id } }),
  ),
]

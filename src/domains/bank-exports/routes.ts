import {
  buildBankExport,
  downloadBankExport,
  getBankExports,
  proposeCancellingBankExport,
  proposeReopeningPayouts,
  readBankReport,
  recordBankReport,
  releaseBankExport,
} from '../../contract/bank-export.ts'
import { newId } from '../../platform/ids.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import { readOpenProposals } from '../proposals/queries.ts'
import { prepareExport, prepareReleaseOf, writeAgain } from './file.ts'
import { bankExportCancellation, bankPayoutsReopening, holdsCancellation } from './proposals.ts'
import { readClaimed, reading, readSaid } from './queries.ts'
import { prepareReport, readReport } from './report-file.ts'
import { presentExport } from './shown.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = (house) => [
  route(getBankExports, async ({ query }) => {
    const { shown, nextCursor } = await reading.page(house.pool, query)
    const held = shown.map(({ id }) => holdsCancellation(id))
    const kinds = [bankExportCancellation, bankPayoutsReopening]
    const proposed = await readOpenProposals(house.pool, kinds, held)
    const said = await readSaid(
      house.pool,
      shown.map(({ id }) => id),
    )
    return succeeded({
      exports: shown.map((row) =>
        presentExport(row, said.get(row.id)!, proposed.get(holdsCancellation(row.id)) ?? null),
      ),
      claimed: await readClaimed(house.pool),
      nextCursor,
    })
  }),
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

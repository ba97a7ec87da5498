import {
  buildBankExport,
  downloadBankExport,
  dropBankExport,
  getBankExports,
  proposeDropBankExport,
} from '../../contract/bank-export.ts'
import { newId } from '../../platform/ids.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { prepareExport, writeAgain } from './file.ts'
import { readClaimed, reading } from './queries.ts'
import { presentExport } from './shown.ts'

export const bankExportRoutes = (house: House) => [
  route(getBankExports, async ({ query }) => {
    const { shown, nextCursor } = await reading.page(house.pool, query)
    return succeeded({
      exports: shown.map(presentExport),
      claimed: await readClaimed(house.pool),
      nextCursor,
    })
  }),
  // Kept outside of the database before anybody has the file: a restore must not forget it.
  route(buildBankExport, ({ asked, body }) =>
    keepSeen(house.seen, () => {
      const id = newId()
      const prepare = () => prepareExport(house, id, body, asked.requestId)
      return house.desk.runPrepared({ ...asked, id, kind: 'BuildBankExport', prepare })
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
  route(proposeDropBankExport, ({ asked, params: { id } }) =>
    house.desk.run({ ...asked, kind: 'ProposeDropBankExport', command: { export: id } }),
  ),
  route(dropBankExport, ({ asked, params: { id }, body: { proposedBy } }) =>
    house.desk.run({ ...asked, kind: 'DropBankExport', command: { export: id, proposedBy } }),
  ),
]

import {
  buildBankExport,
  downloadBankExport,
  getBankExports,
  proposeDropBankExport,
} from '../../contract/bank-export.ts'
import { newId } from '../../platform/ids.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readOpenProposals } from '../proposals/queries.ts'
import { prepareExport, writeAgain } from './file.ts'
import { bankFileDropped, holdsDrop } from './proposals.ts'
import { readClaimed, reading } from './queries.ts'
import { presentExport } from './shown.ts'

export const bankExportRoutes = (house: House) => [
  route(getBankExports, async ({ query }) => {
    const { shown, nextCursor } = await reading.page(house.pool, query)
    const held = shown.map(({ id }) => holdsDrop(id))
    const proposed = await readOpenProposals(house.pool, bankFileDropped, held)
    return succeeded({
      exports: shown.map((row) => presentExport(row, proposed.get(holdsDrop(row.id)) ?? null)),
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
]

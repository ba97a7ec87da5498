import {
  buildBankExport,
  downloadBankExport,
  dropBankExport,
  getBankExports,
  proposeDropBankExport,
} from '../../contract/bank-export.ts'
import { runPreparedRecorded, runRecorded } from '../../platform/alarm.ts'
import { newId } from '../../platform/ids.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import type { House, HouseDesk } from '../house-desk.ts'
import { prepareExport, writeAgain } from './file.ts'
import { readClaimed, reading } from './queries.ts'
import { presentExport } from './shown.ts'

type Given = Extract<Parameters<HouseDesk['run']>[0], { command: { export: string } }>

const decide = (house: House, given: Given) =>
  runRecorded(house, given, { table: 'bank_exports', id: given.command.export })

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
      return runPreparedRecorded(
        house,
        { ...asked, id, kind: 'BuildBankExport', prepare },
        { table: 'withdrawals', id: body.withdrawals.join(' ') },
      )
    }),
  ),
  route(downloadBankExport, async ({ asked, params: { id } }) => {
    const { owners, ...file } = await writeAgain(house, id, asked.requestId)
    const reply = await decide(house, {
      ...asked,
      kind: 'DownloadBankExport',
      command: { export: id, owners },
    })
    return reply.outcome === 'done' ? succeeded(file) : reply
  }),
  route(proposeDropBankExport, ({ asked, params: { id } }) =>
    decide(house, { ...asked, kind: 'ProposeDropBankExport', command: { export: id } }),
  ),
  route(dropBankExport, ({ asked, params: { id }, body: { proposedBy } }) =>
    decide(house, { ...asked, kind: 'DropBankExport', command: { export: id, proposedBy } }),
  ),
]

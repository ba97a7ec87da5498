import {
  assignReceipt,
  getBankEntries,
  getBankEntriesCsv,
  recordBankCharge,
  recordBankInterest,
  recordMigrationClearing,
  recordReceipt,
  returnReceipt,
  reverseReceipt,
} from '../../contract/receipt.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { limitsOf } from '../verification/terms.ts'
import { bankEntryColumns } from './csv.ts'
import { readBankEntries } from './queries.ts'
import { termsOf } from './terms.ts'
import type { Askers, RoutesOf } from '../routes.ts'

/** What may come in, and whether new business goes on. */
const askTerms = ({ gate, firm }: House) => termsOf(gate.isPaused(), limitsOf(firm))

export const askers: Askers = { 'bank-entry': askTerms }

const entriesFile = {
  file: 'bank-entries.csv',
  columns: bankEntryColumns,
  async readPage(db: Database, query: Parameters<typeof readBankEntries>[1]) {
    const { entries, nextCursor } = await readBankEntries(db, query)
    return { rows: entries, nextCursor }
  },
}

export const routes: RoutesOf = (house) => [...entryRoutes(house), ...recordingRoutes(house)]

const entryRoutes = (house: House) => [
  route(getBankEntries, async ({ query }) => succeeded(await readBankEntries(house.pool, query))),
  route(getBankEntriesCsv, (call) => exportedCsv(house, entriesFile, call)),
]

const recordingRoutes = ({ desk }: House) => [
  route(recordReceipt, ({ asked, body: { userId, payerText, payerAccount, ...body } }) =>
    desk.run({
      ...asked,
      kind: 'RecordReceipt',
      command: {
        ...body,
        owner: userId ?? null,
        payerText: payerText ?? null,
        payerAccount: payerAccount ?? null,
      },
    }),
  ),
  route(assignReceipt, ({ asked, params: { id: receipt }, body: { userId: owner, reason } }) =>
    desk.run({ ...asked, kind: 'AssignReceipt', command: { receipt, owner, reason } }),
  ),
  route(returnReceipt, ({ asked, params: { id: receipt }, body }) =>
    desk.run({ ...asked, kind: 'ReturnReceipt', command: { receipt, ...body } }),
  ),
  route(reverseReceipt, ({ asked, params: { id: receipt }, body }) =>
    desk.run({ ...asked, kind: 'ReverseReceipt', command: { receipt, ...body } }),
  ),
  route(recordBankCharge, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'RecordBankCharge', command: body }),
  ),
  route(recordBankInterest, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'RecordBankInterest', command: body }),
  ),
  route(recordMigrationClearing, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'RecordMigrationClearing', command: body }),
  ),
]

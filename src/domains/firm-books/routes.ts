import {
  balanceReport,
  flowsReport,
  outlookReport,
  resultReport,
  type Report,
} from '../../contract/book-reports.ts'
import {
  getBalanceSheet,
  getBalanceSheetCsv,
  getBalanceSheetPdf,
  getFlows,
  getFlowsCsv,
  getFlowsPdf,
  getOutlook,
  getOutlookCsv,
  getOutlookPdf,
  getProfitAndLoss,
  getProfitAndLossCsv,
  getProfitAndLossPdf,
} from '../../contract/books.ts'
import type { Database } from '../../platform/database.ts'
import { sayingWhen } from '../../platform/older-reads.ts'
import { route, succeeded, type Asked, type Sent } from '../../platform/route.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { runInWorker } from '../../platform/worker.ts'
import { exportedCsv, recordExport } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import type { RoutesOf } from '../routes.ts'
import { balanceRows, bookColumns, flowRows, outlookRows, resultRows, type BookRow } from './csv.ts'
import { createOutlookReader, readBalanceSheet, readFlows, readProfitAndLoss } from './read.ts'

/** One of the firm's accounts: how it is read, and what its files have. */
type Book<Query, Read> = {
  name: string
  read(db: Database, query: Query): Promise<Read>
  report(read: Read): Report
  rows(read: Read): BookRow[]
}

type Files<Query> = {
  asked: Asked
  query: Query
  setHeader(name: string, value: string): void
}

const csvOf = <Query extends object, Read>(
  house: House,
  book: Book<Query, Read>,
  call: Files<Query>,
): Promise<Sent> =>
  exportedCsv<BookRow, Query & Record<string, unknown>>(
    house,
    {
      file: `${book.name}.csv`,
      columns: bookColumns,
      readPage: async (db, query) => ({
        rows: book.rows(await book.read(db, query)),
        nextCursor: null,
      }),
    },
    call as Files<Query & Record<string, unknown>>,
  )

async function pdfOf<Query extends object, Read>(
  { desk, older, firm }: House,
  book: Book<Query, Read>,
  { asked, query, setHeader }: Files<Query>,
): Promise<Sent> {
  const found = await older.read((db) => book.read(db, query))
  const report = book.report(sayingWhen(found, setHeader))
  const file = `${book.name}.pdf`
  const rows = report.tables.reduce((sum, table) => sum + table.rows.length, 0)
  await recordExport(desk, { asked, file, query: query as Record<string, unknown>, rows })
  const written = { ...report, firm: firm.name, sample: firm.sample }
  return {
    file: await runInWorker(new URL('report-pdf.ts', import.meta.url), written),
    name: file,
  }
}

const sheet = {
  name: 'balance-sheet',
  read: readBalanceSheet,
  report: balanceReport,
  rows: balanceRows,
}
const result = {
  name: 'profit-and-loss',
  read: readProfitAndLoss,
  report: resultReport,
  rows: resultRows,
}
const flow = { name: 'flows', read: readFlows, report: flowsReport, rows: flowRows }

export const routes: RoutesOf = (house) => {
  const { pool } = house
  const readOutlook = createOutlookReader()
  const outlook = {
    name: 'maturities',
    read: (db: Database) => readOutlook(db),
    report: outlookReport,
    rows: outlookRows,
  }
  const now = <Read>(read: (db: Database) => Promise<Read>) => inSnapshot(pool, read)
  return [
    route(getBalanceSheet, async ({ query }) =>
      succeeded({ balanceSheet: await now((db) => readBalanceSheet(db, query)) }),
    ),
    route(getBalanceSheetCsv, (call) => csvOf(house, sheet, call)),
    route(getBalanceSheetPdf, (call) => pdfOf(house, sheet, call)),
    route(getProfitAndLoss, async ({ query }) =>
      succeeded({ profitAndLoss: await now((db) => readProfitAndLoss(db, query)) }),
    ),
    route(getProfitAndLossCsv, (call) => csvOf(house, result, call)),
    route(getProfitAndLossPdf, (call) => pdfOf(house, result, call)),
    route(getFlows, async ({ query }) =>
      succeeded({ flows: await now((db) => readFlows(db, query)) }),
    ),
    route(getFlowsCsv, (call) => csvOf(house, flow, call)),
    route(getFlowsPdf, (call) => pdfOf(house, flow, call)),
    route(getOutlook, async () => succeeded({ outlook: await now(readOutlook) })),
    route(getOutlookCsv, (call) => csvOf(house, outlook, { ...call, query: {} })),
    route(getOutlookPdf, (call) => pdfOf(house, outlook, { ...call, query: {} })),
  ]
}

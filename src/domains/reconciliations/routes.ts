import {
  compareStatement,
  getReconciliations,
  getReconciliationsCsv,
  getSampleStatement,
  reconcile,
  type DateOrder,
  type StatementColumns,
} from '../../contract/reconciliation.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import { centsFromDollars } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { commandOf, compareFile, presentComparison, type Given } from './compare.ts'
import { reconciliationColumns } from './csv.ts'
import { readReconciliations } from './queries.ts'
import { sampleStatement } from './sample.ts'
import type { RoutesOf } from '../routes.ts'

type Body = {
  account: BankAccount
  file: string
  furtherFiles?: string[] | null | undefined
  closing?: number | null | undefined
  dates?: DateOrder | null | undefined
  columns?: StatementColumns | null | undefined
  statementAccount?: string | null | undefined
}

function givenIn({
  account,
  file,
  furtherFiles,
  closing = null,
  dates = null,
  columns = null,
  statementAccount = null,
}: Body): Given {
  const cents = closing === null ? null : centsFromDollars(closing)
  if (closing !== null && cents === null) {
    const message = 'Please enter a valid amount'
    throw new ProblemError({ code: 'validation_failed', message, fields: { closing: message } })
  }
  const files = [file, ...(furtherFiles ?? [])]
  return { account, files, closing: cents, said: { dates, columns, account: statementAccount } }
}

/** As many as the page shows, and as a file has: a reconciliation of both accounts on every day of a century. */
const [latest, allOfThem] = [50, 100_000]

const reconciliationsFile = {
  file: 'reconciliations.csv',
  columns: reconciliationColumns,
  readPage: async (db: Database) => ({
    rows: await readReconciliations(db, allOfThem),
    nextCursor: null,
  }),
}

export const routes: RoutesOf = (house) => [
  ...comparingRoutes(house),
  route(getReconciliations, async () =>
    succeeded({ reconciliations: await readReconciliations(house.pool, latest) }),
  ),
  route(getReconciliationsCsv, (call) => exportedCsv(house, reconciliationsFile, call)),
]

const comparingRoutes = ({ pool, macKeys, desk, metrics, policy }: House) => [
  route(compareStatement, async ({ body }) => {
    const { account } = body
    const compared = await compareFile(pool, givenIn(body), policy)
    const shown = await presentComparison({ pool, macKeys }, account, compared)
    metrics.statements.leftOver.set({ account }, shown.leftOver)
    metrics.statements.astray.set({ account }, compared.astray)
    metrics.statements.comparedAt.setToCurrentTime({ account })
    return succeeded(shown)
  }),
  route(reconcile, async ({ asked, body }) => {
    const given = givenIn(body)
    return desk.runPrepared({
      ...asked,
      kind: 'ReconcileBank',
      prepare: async () => commandOf(given.account, await compareFile(pool, given, policy)),
    })
  }),
  route(getSampleStatement, async ({ query }) =>
    succeeded({ file: await sampleStatement(pool, query.account) }),
  ),
]

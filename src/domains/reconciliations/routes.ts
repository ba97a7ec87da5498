import {
  compareStatement,
  getReconciliations,
  getSampleStatement,
  reconcile,
} from '../../contract/reconciliation.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import { centsFromDollars } from '../../lib/money.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { commandOf, compareFile, presentComparison, type Given } from './compare.ts'
import { readReconciliations } from './queries.ts'
import { sampleStatement } from './sample.ts'

type Body = { account: BankAccount; file: string; closing?: number | null | undefined }

function givenIn({ account, file, closing = null }: Body): Given {
  const cents = closing === null ? null : centsFromDollars(closing)
  if (closing !== null && cents === null) {
    const message = 'Please enter a valid amount'
    throw new ProblemError({ code: 'validation_failed', message, fields: { closing: message } })
  }
  return { account, file, closing: cents }
}

export const reconciliationRoutes = ({ pool, desk, metrics }: House) => [
  route(compareStatement, async ({ body }) => {
    const { account } = body
    const shown = await presentComparison(pool, account, await compareFile(pool, givenIn(body)))
    metrics.statements.leftOver.set({ account }, shown.leftOver)
    metrics.statements.comparedAt.setToCurrentTime({ account })
    return succeeded(shown)
  }),
  route(reconcile, async ({ asked, body }) => {
    const given = givenIn(body)
    return desk.runPrepared({
      ...asked,
      kind: 'ReconcileBank',
      prepare: async () => commandOf(given.account, await compareFile(pool, given)),
    })
  }),
  route(getSampleStatement, async ({ query }) =>
    succeeded({ file: await sampleStatement(pool, query.account) }),
  ),
  route(getReconciliations, async () =>
    succeeded({ reconciliations: await readReconciliations(pool) }),
  ),
]

import {
  assignReceipt,
  getBankEntries,
  recordBankCharge,
  recordBankInterest,
  recordReceipt,
  returnReceipt,
  reverseReceipt,
} from '../../contract/receipt.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { limitsOf } from '../verification/terms.ts'
import { readBankEntries } from './queries.ts'
import { termsOf } from './terms.ts'
import type { Askers, RoutesOf } from '../routes.ts'

/** What may come in, and whether new business goes on. */
const askTerms = ({ gate, firm }: House) => termsOf(gate.isPaused(), limitsOf(firm))

export const askers: Askers = { 'bank-entry': askTerms }

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getBankEntries, async ({ query }) => succeeded(await readBankEntries(pool, query))),
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
]

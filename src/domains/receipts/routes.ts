import { ProblemError } from '../../contract/problems.ts'
import {
  approveBankEntry,
  assignReceipt,
  getBankEntries,
  recordBankCharge,
  recordBankInterest,
  recordReceipt,
  refuseBankEntry,
  returnReceipt,
  undoReceipt,
} from '../../contract/receipt.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { limitsOf } from '../verification/terms.ts'
import { isNewReceipt, readBankEntries } from './queries.ts'

export const receiptRoutes = ({ pool, desk, gate, seen, firm }: House) => [
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
  route(undoReceipt, ({ asked, params: { id: receipt }, body }) =>
    desk.run({ ...asked, kind: 'UndoReceipt', command: { receipt, ...body } }),
  ),
  route(recordBankCharge, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'RecordBankCharge', command: body }),
  ),
  route(recordBankInterest, ({ asked, body }) =>
    desk.run({ ...asked, kind: 'RecordBankInterest', command: body }),
  ),
  route(approveBankEntry, ({ asked, params: { id: entry }, body }) => {
    const prepare = async () => {
      // Recorded before a pause, it is as new to the books as one recorded in it. All else an entry may be goes on.
      if (gate.isPaused() && (await isNewReceipt(pool, entry)))
        throw new ProblemError('new_business_paused')
      return { entry, shown: body, limits: limitsOf(firm) }
    }
    return keepSeen(seen, () => desk.runPrepared({ ...asked, kind: 'ApproveBankEntry', prepare }))
  }),
  route(refuseBankEntry, ({ asked, params: { id: entry }, body: { reason } }) =>
    desk.run({ ...asked, kind: 'RefuseBankEntry', command: { entry, reason } }),
  ),
]

/** Requests for money out, for a spreadsheet. */
import type { QueuedWithdrawal } from '../../contract/withdrawal.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const withdrawalColumns: CsvColumn<QueuedWithdrawal>[] = [
  ['Requested (UTC)', ({ createdAt }) => createdAt],
  ['User', ({ user }) => csvWords(user.fullName)],
  ['Email', ({ user }) => csvWords(user.email)],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Method', ({ method }) => method],
  ['Wallet or Holder', ({ bankName }) => csvWords(bankName ?? '')],
  ['Address or Account', ({ bankNumber }) => csvWords(bankNumber ?? '')],
  ['Recipient', ({ recipientAccountId }) => csvWords(recipientAccountId ?? '')],
  ['Status', ({ status }) => status],
  ['Not As Recorded', ({ difference }) => csvWords(difference ?? '')],
  ['Flags', ({ looks }) => looks.join(' ')],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['First Approval', ({ approvals }) => csvWords(approvals[0]?.by ?? '')],
  ['Decided (UTC)', ({ decidedAt }) => decidedAt ?? ''],
  ['Decided By', ({ decidedBy }) => csvWords(decidedBy ?? '')],
  ['Payout Reference', ({ payoutReference }) => csvWords(payoutReference ?? '')],
  ['Id', ({ _id }) => _id],
]

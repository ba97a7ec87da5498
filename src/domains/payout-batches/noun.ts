import { writesEffect } from '../../desk/write.ts'
import type { Noun } from '../noun.ts'
import { deleteFilesStatement } from './files.ts'
import {
  buildPayoutBatch,
  deleteFiles,
  cancelPayoutBatch,
  bookBatchPayment,
  sendPayoutBatch,
  settlePayoutBatch,
  signPayoutBatch,
} from './rules.ts'
import { batchPayments, payoutBatches } from '../payouts/batches/table.ts'

export const noun = {
  commands: {
    BuildPayoutBatch: buildPayoutBatch,
    SignPayoutBatch: signPayoutBatch,
    SendPayoutBatch: sendPayoutBatch,
    BookBatchPayment: bookBatchPayment,
    SettlePayoutBatch: settlePayoutBatch,
    CancelPayoutBatch: cancelPayoutBatch,
  },
  finds: [
    {
      kind: 'payout-batch',
      text: 'select payout_batches.id, owner_id as owner, txid as said, built_at as at from payout_batches, sought where payout_batches.id = sought.id or txid = any (spellings)',
    },
  ],
  writers: [
    payoutBatches,
    batchPayments,
    // After the rows that needed them.
    writesEffect(deleteFiles, (effects) => [
      deleteFilesStatement(effects.map(({ value }) => value)),
    ]),
  ],
} satisfies Noun

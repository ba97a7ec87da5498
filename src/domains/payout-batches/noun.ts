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
  writers: [
    payoutBatches,
    batchPayments,
    // After the rows that needed them.
    writesEffect(deleteFiles, (effects) => [
      deleteFilesStatement(effects.map(({ value }) => value)),
    ]),
  ],
} satisfies Noun

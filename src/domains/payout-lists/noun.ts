import type { Noun } from '../noun.ts'
import { buildPayoutList, cancelPayoutList, bookListPayment, releasePayoutList } from './rules.ts'
import { listPayments, payoutLists } from '../payouts/lists/table.ts'

export const noun = {
  commands: {
    BuildPayoutList: buildPayoutList,
    ReleasePayoutList: releasePayoutList,
    BookListPayment: bookListPayment,
    CancelPayoutList: cancelPayoutList,
  },
  writers: [payoutLists, listPayments],
  waits: {
    of: 'payout-lists',
    may: 'agree-to-money',
    text: "select built_at as at, array[built_by] as begun, array[]::uuid[] as about from payout_lists where status = 'built'",
  },
} satisfies Noun

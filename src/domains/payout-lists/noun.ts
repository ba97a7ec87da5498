import type { Noun } from '../noun.ts'
import { buildPayoutList, dropPayoutList, payListed, releasePayoutList } from './rules.ts'
import { listPayments, payoutLists } from '../payouts/lists/table.ts'

export const noun = {
  commands: {
    BuildPayoutList: buildPayoutList,
    ReleasePayoutList: releasePayoutList,
    PayListed: payListed,
    DropPayoutList: dropPayoutList,
  },
  writers: [payoutLists, listPayments],
  waits: {
    of: 'payout-lists',
    text: "select built_at as at, array[built_by] as begun, array[]::uuid[] as about from payout_lists where status = 'built'",
  },
} satisfies Noun

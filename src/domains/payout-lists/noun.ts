import type { Noun } from '../noun.ts'
import { recordedClaims, recordedList } from './follow.ts'
import { buildPayoutList, dropPayoutList, payListed, releasePayoutList } from './rules.ts'
import { listPayments, payoutLists } from './table.ts'

export const noun = {
  commands: {
    BuildPayoutList: buildPayoutList,
    ReleasePayoutList: releasePayoutList,
    PayListed: payListed,
    DropPayoutList: dropPayoutList,
  },
  writers: [payoutLists, listPayments],
  facts: [recordedList, recordedClaims],
} satisfies Noun

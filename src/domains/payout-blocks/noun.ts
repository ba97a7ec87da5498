import type { Noun } from '../noun.ts'
import { letters } from './mails.ts'
import {
  addEarlierPayout,
  blockPayouts,
  explainEarlierPayout,
  proposeUnblockingPayouts,
} from './rules.ts'
import { earlierPayouts, payoutBlocks } from '../payouts/blocks/table.ts'
import { payoutsUnblocked } from './proposals.ts'

export const noun = {
  commands: {
    BlockPayouts: blockPayouts,
    AddEarlierPayout: addEarlierPayout,
    ExplainEarlierPayout: explainEarlierPayout,
    ProposeUnblockingPayouts: proposeUnblockingPayouts,
  },
  writers: [payoutBlocks, earlierPayouts],
  letters,
  tellsStaffByItself: ['BlockPayouts'],
  waits: {
    of: 'payout-blocks',
    may: 'pay-out',
    text: "select noticed_at as at, array[]::uuid[] as begun, array[]::uuid[] as about from payout_blocks where status = 'open'",
  },
  proposals: [payoutsUnblocked],
} satisfies Noun

import { waitingRows } from '../../desk/waiting-rows.ts'
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
    text: "select id, noticed_at as at, array[]::uuid[] as begun, array[]::uuid[] as about from payout_blocks where status = 'open'",
    rows: waitingRows(payoutBlocks, ({ status }) => ({
      waits: status === 'open',
      may: 'pay-out',
      begun: [],
      about: [],
    })),
  },
  proposals: [payoutsUnblocked],
} satisfies Noun

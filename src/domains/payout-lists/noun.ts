import { waitingRows } from '../../desk/waiting-rows.ts'
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
  finds: [
    {
      kind: 'payout-list',
      text: `select list.id, list.owner_id as owner, coalesce(payment.reference, '') as said, list.built_at as at
        from sought join payout_list_payments payment on split_part(payment.reference, ':', 1) = any (spellings)
          join payout_lists list on list.id = payment.list_id
        union all select payout_lists.id, owner_id, '', built_at from payout_lists, sought where payout_lists.id = sought.id`,
    },
  ],
  waits: {
    of: 'payout-lists',
    may: 'agree-to-money',
    text: "select id, amount, built_at as at, array[built_by] as begun, array[]::uuid[] as about from payout_lists where status = 'built'",
    has: ['amount'],
    rows: waitingRows(payoutLists, ({ status, builtBy }) => ({
      waits: status === 'built',
      may: 'agree-to-money',
      begun: [builtBy],
      about: [],
    })),
  },
} satisfies Noun

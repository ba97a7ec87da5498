/** That payouts go on after a restore: once nothing is left to be matched, and two have looked at the same list. */
import { refuse } from '../../desk/command.ts'
import { firm } from '../../ledger/core/chart.ts'
import { earlierPayouts, payoutBlocks, payoutsOf } from '../payouts/blocks/table.ts'
import { defineProposal } from '../proposals/kind.ts'

/** `total`: how many payouts are listed. `version`: of the list. */
export type LiftedFacts = { block: string; total: number; version: number }

const unmatched = (open: number) =>
  `${open === 1 ? '1 payout is' : `${open} payouts are`} neither matched nor explained. Payouts stay blocked.`

export const payoutsUnblocked = defineProposal<LiftedFacts>({
  name: 'payouts-unblocking',
  called: 'end of this block of payouts',
  lastsForMs: null,
  about: () => null,
  holds: ({ block }) => `block ${block}`,
  asks: false,
  needs: ({ block }) => ({ owners: [], read: [payoutBlocks.byId(block), payoutsOf(block)] }),
  refusal(world, { block: id, total, version }) {
    const block = world.get(payoutBlocks, id)
    if (!block)
      return refuse('unknown_change', 'There is no such block of payouts. Nothing was changed.')
    if (block.status === 'lifted')
      return refuse('already_decided', 'This block was lifted already. Nothing was changed.')
    const payouts = world.rowsOf(earlierPayouts, firm).filter((payout) => payout.block === id)
    const open = payouts.filter(({ status }) => status === 'open').length
    if (open > 0) return refuse('payouts_unmatched', unmatched(open))
    if (block.unknownUntil !== null) return refuse('payouts_unknown')
    return payouts.length === total && block.version === version ? null : refuse('not_as_shown')
  },
  apply(world, { block: id }, { at, actor }) {
    const block = world.get(payoutBlocks, id)!
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'payouts-unblocked' }],
      put: [payoutBlocks.row({ ...block, status: 'lifted', liftedAt: at, liftedBy: actor })],
    }
  },
  show: (facts) => facts,
  noted: () => ({}),
})

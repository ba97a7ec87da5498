/** Times in which payouts are blocked, and what was paid before, as the books had it before they were restored. */
import type { BlockCause, PayoutKind, PayoutStatus } from '../../../contract/payout-block.ts'
import { cents, count, instant, text, uuid, word } from '../../../desk/column.ts'
import { reading } from '../../../desk/read.ts'
import { Table } from '../../../desk/table.ts'
import type { World } from '../../../desk/world.ts'
import { firm, type OwnerId } from '../../../ledger/core/chart.ts'
import { referenceKey } from '../../../lib/bank-reference.ts'
import type { Instant } from '../../../lib/instant.ts'
import type { Cents } from '../../../lib/money.ts'

export type PayoutBlock = {
  id: string
  /** The firm. */
  owner: OwnerId
  cause: BlockCause
  /** Wall time, as `seenAt` is: when the last command was recorded that a server had seen and the books lack. */
  noticedAt: Instant
  seenAt: Instant | null
  /** Payouts before this wall time may be lost that nobody has listed; null: all that are lost are listed. */
  unknownUntil: Instant | null
  status: 'open' | 'lifted'
  /** How often what is to be matched has changed: whoever agreed before looked at something else. */
  version: number
  liftedAt: Instant | null
  liftedBy: OwnerId | null
}

export const payoutBlocks = new Table<PayoutBlock>({
  name: 'payout_blocks',
  as: 'payout_block',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    cause: word('cause'),
    noticedAt: instant('noticed_at'),
    seenAt: instant('seen_at'),
    unknownUntil: instant('unknown_until', { changes: true }),
    status: word('status', { changes: true }),
    version: count('version', { changes: true }),
    liftedAt: instant('lifted_at', { later: true }),
    liftedBy: uuid('lifted_by', { later: true }),
  },
})

export type EarlierPayout = {
  /** Of the command that the books have lost; of one added by hand, of the command that added it. */
  id: string
  /** The firm. */
  owner: OwnerId
  block: string
  kind: PayoutKind
  /** Whose money it was; null: nobody's. */
  person: OwnerId | null
  /** The request for it, or the entry at the bank; null: not known. */
  request: string | null
  reference: string
  amount: Cents
  /** Wall time; null: not known. */
  paidAt: Instant | null
  status: PayoutStatus
  explanation: string | null
  settledAt: Instant | null
  settledBy: OwnerId | null
}

export const earlierPayouts = new Table<EarlierPayout>({
  name: 'earlier_payouts',
  as: 'earlier_payout',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    block: uuid('block_id'),
    kind: word('kind'),
    person: uuid('person'),
    request: uuid('request'),
    reference: text('reference'),
    amount: cents('amount'),
    paidAt: instant('paid_at'),
    status: word('status', { changes: true }),
    explanation: text('explanation', { later: true }),
    settledAt: instant('settled_at', { later: true }),
    settledBy: uuid('settled_by', { later: true }),
  },
})

// All: one that is open could be taken for one that has ended.
const blocks = payoutBlocks.source<OwnerId>({
  name: 'of-firm',
  form: 'uuid',
  text: `select ${payoutBlocks.columns} from ${payoutBlocks.from} where payout_block.owner_id = any ($1)`,
})
const payouts = earlierPayouts.source<OwnerId>({
  name: 'of-firm',
  form: 'uuid',
  text: `select ${earlierPayouts.columns} from ${earlierPayouts.from} where earlier_payout.owner_id = any ($1)`,
})

const ofBlock = earlierPayouts.source({
  name: 'of-block',
  form: 'uuid',
  text: `select ${earlierPayouts.columns} from ${earlierPayouts.from} where earlier_payout.block_id = any ($1)`,
})

/** Needs all that a block lists. */
export const payoutsOf = (block: string) => reading(ofBlock, block)

/** Needs whether payouts are blocked, and what is still to be matched. */
export const payoutsBlocked = [reading(blocks, firm), reading(payouts, firm)]

export const openBlockIn = (world: World): PayoutBlock | null =>
  world.rowsOf(payoutBlocks, firm).find(({ status }) => status === 'open') ?? null

export const openPayoutsIn = (world: World): EarlierPayout[] =>
  world.rowsOf(earlierPayouts, firm).filter(({ status }) => status === 'open')

/** Whether two references are one, however they are spelled. */
export const isSameReference = (one: string, other: string): boolean =>
  referenceKey(one) === referenceKey(other)

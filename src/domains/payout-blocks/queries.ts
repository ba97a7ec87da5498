import type {
  EarlierPayout as WirePayout,
  PayoutBlock as Wire,
} from '../../contract/payout-block.ts'
import { partyIfAny } from '../../desk/spoken.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { readEntryStatuses } from '../receipts/queries.ts'
import { readStatuses } from '../withdrawals/queries.ts'
import {
  earlierPayouts,
  payoutBlocks,
  type EarlierPayout,
  type PayoutBlock,
} from '../payouts/blocks/table.ts'

/** When a restore was last noticed, by wall time; null: never. */
export async function readNoticedAt(db: Database): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant | null }>({
    name: 'payout-blocks.noticed',
    text: 'select max(noticed_at) as at from payout_blocks',
  })
  return rows[0]!.at
}

/** Which of these lost commands a block lists. */
export async function readListed(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'payout-blocks.listed',
    text: 'select id from earlier_payouts where id = any ($1)',
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}

/** How many payouts are to be matched; null: none are blocked. */
export async function countBlocked(db: Database): Promise<number | null> {
  const { rows } = await db.query<{ open: bigint }>({
    name: 'payout-blocks.open',
    text: `select (select count(*) from earlier_payouts payout where payout.block_id = block.id and payout.status = 'open') as open
      from payout_blocks block where block.status = 'open'`,
  })
  return rows[0] ? Number(rows[0].open) : null
}

type BlockRow = PayoutBlock & { open: bigint; total: bigint }
type PayoutRow = EarlierPayout & {
  owners: string | null
  persons: string | null
  settler: string | null
}

const presentPayout = (row: PayoutRow, status: string | null): WirePayout => ({
  id: row.id,
  kind: row.kind,
  user: row.owners === null ? null : partyIfAny(row.person, row.persons),
  request: row.request === null ? null : { id: row.request, status },
  reference: row.reference,
  amount: dollarsFromCents(row.amount),
  paidAt: row.paidAt === null ? null : isoFromInstant(row.paidAt),
  status: row.status,
  explanation: row.explanation,
  settledBy: partyIfAny(row.settledBy, row.settler),
})

async function readPayouts(db: Database, block: string): Promise<WirePayout[]> {
  const { rows } = await db.query<PayoutRow>({
    name: 'payout-blocks.payouts',
    text: `select ${earlierPayouts.columns}, owner.id as owners, person.full_name as persons, settler.full_name as settler
      from ${earlierPayouts.from} left join owners owner on owner.id = earlier_payout.person
        left join auth.persons person on person.id = earlier_payout.person
        left join auth.persons settler on settler.id = earlier_payout.settled_by
      where earlier_payout.block_id = $1
      order by earlier_payout.status <> 'open', earlier_payout.paid_at, earlier_payout.id limit 1000`,
    values: [block],
  })
  const requests = rows.flatMap(({ request }) => request ?? [])
  const [paid, sentBack] = await Promise.all([
    readStatuses(db, requests),
    readEntryStatuses(db, requests),
  ])
  const statuses = new Map([...paid, ...sentBack])
  return rows.map((row) => presentPayout(row, statuses.get(row.request ?? '') ?? null))
}

/** The one that is open, or else the last; null: there was none. */
export async function readPayoutBlock(db: Database): Promise<Wire | null> {
  const { rows } = await db.query<BlockRow>({
    name: 'payout-blocks.last',
    text: `select ${payoutBlocks.columns},
        (select count(*) from earlier_payouts payout where payout.block_id = payout_block.id and payout.status = 'open') as open,
        (select count(*) from earlier_payouts payout where payout.block_id = payout_block.id) as total
      from ${payoutBlocks.from} order by payout_block.status = 'open' desc, payout_block.noticed_at desc limit 1`,
  })
  const block = rows[0]
  if (!block) return null
  return {
    id: block.id,
    cause: block.cause,
    status: block.status,
    noticedAt: isoFromInstant(block.noticedAt),
    seenAt: block.seenAt === null ? null : isoFromInstant(block.seenAt),
    unknownUntil: block.unknownUntil === null ? null : isoFromInstant(block.unknownUntil),
    liftedAt: block.liftedAt === null ? null : isoFromInstant(block.liftedAt),
    payouts: await readPayouts(db, block.id),
    open: Number(block.open),
    total: Number(block.total),
  }
}

/** Credits USDT that arrived at people's addresses. All that was read is solidified and deep enough: nothing is ever taken away again. */
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Rates } from '../../platform/bitcoin/rates.ts'
import type { Database } from '../../platform/database.ts'
import type { TronNode } from '../../platform/tron/node.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import { tronHexOf } from '../../lib/tron-address.ts'
import { usualUsdtTerms } from '../content/usdt-terms.ts'
import type { FirmFacts, House } from '../house-desk.ts'
import { askAboutContracts } from '../tron/contracts.ts'
import type { Reached } from '../tron/transfers.ts'
import { creditEach, type Booked } from './due.ts'
import type { Arrival } from './table.ts'
import { holdingListed, type Sent } from './listed-senders.ts'
import { summed, waitsOfDeep } from './waits.ts'

export const usdtTermsOf = ({ usdt }: FirmFacts) => usdt ?? usualUsdtTerms

/** With the sender, as nodes write it. */
export type Transferred = Arrival & Sent

/** As an output of Bitcoin would be: the place of the log is its output, and its address as nodes write it is its script. */
const select = `select transfer.txid, transfer.log_index as output, transfer.amount as quantity, transfer.to_address as script,
    transfer.height, null as block, false as "isWaiting", false as "isMinedCoin", transfer.seen_at as "seenAt",
    address.owner_id as owner, address.id as address, 0 as times,
    transfer.from_address as "from", deposit.id as deposit, deposit.status, deposit.amount, deposit.restored, rate.rate, deposit.credited_at as "creditedAt"
  from chain.tron_transfers transfer
  join wallet_addresses address on address.script = transfer.to_address and address.branch = 'people' and address.owner_id <> '${firm}'
  left join coin_deposits deposit on deposit.coin = 'USDT' and deposit.txid = transfer.txid and deposit.output = transfer.log_index
  left join rates rate on rate.id = deposit.id`

/** What isn't credited, of one owner where one is named. Oldest first. */
export async function readOpenTransfers(
  db: Database,
  owner: OwnerId | null = null,
): Promise<Transferred[]> {
  const { rows } = await db.query<Transferred>({
    name: 'coin-deposits.open-transfers',
    text: `${select} where deposit.id is null and ($1::uuid is null or address.owner_id = $1)
      order by transfer.height, transfer.txid, transfer.log_index`,
    values: [owner],
  })
  return rows
}

/** How much that is, in millionths of a USDT. */
export async function readFoundTransfers(db: Database): Promise<{ count: number; amount: bigint }> {
  const { rows } = await db.query<{ count: number; amount: bigint }>({
    name: 'coin-deposits.found-transfers',
    text: `select count(*)::int as count, coalesce(sum(quantity), 0)::bigint as amount from (${select} where deposit.id is null) open`,
  })
  return rows[0]!
}

/** Newest first. */
export async function readTransfersTo(
  db: Database,
  owner: OwnerId,
  limit: number,
): Promise<Transferred[]> {
  const { rows } = await db.query<Transferred>({
    name: 'coin-deposits.transfers-to',
    text: `${select} where address.owner_id = $1 order by transfer.height desc, transfer.txid, transfer.log_index limit $2`,
    values: [owner, limit],
  })
  return rows
}

type Parts = Pick<House, 'pool' | 'desk' | 'firm'> & Pick<Tron, 'node' | 'second' | 'network'>

/** The id of its block, where the node has it as it was read. */
async function blockOnChain(node: TronNode, one: Arrival): Promise<string | null> {
  const { txid, output, script, quantity, height } = one
  const receipt = await node.receipt(txid)
  const found = receipt?.transfers.find(({ logIndex }) => logIndex === output)
  const isSame =
    receipt?.height === height && found?.amount === quantity && tronHexOf(found.to) === script
  return isSame ? node.idAt(receipt.height) : null
}

/** The same of both, where there are two: whoever runs one can make it say anything. One that is a little behind has it at a later look. */
async function blockOnBoth(
  { node, second }: Pick<Parts, 'node' | 'second'>,
  one: Arrival,
): Promise<string | null> {
  const block = await blockOnChain(node, one)
  if (block === null || second === null) return block
  return (await blockOnChain(second, one)) === block ? block : null
}

/** Oldest first. To be called where the chain was read to its end. */
export async function creditTransfers(
  parts: Parts,
  { height: reached }: Reached,
  rates: Rates,
): Promise<Omit<Booked, 'reversed'>> {
  const terms = usdtTermsOf(parts.firm)
  const open = await readOpenTransfers(parts.pool)
  await askAboutContracts(
    parts,
    open.map(({ from }) => from),
  )
  const held = await holdingListed(parts.pool, open)
  const sums = summed(open)
  return creditEach(parts, open, {
    coin: 'USDT',
    reached,
    rates,
    waits: (one, moment) => held(one, waitsOfDeep(one, sums, terms, moment, 'USDT')),
    blockOf: (one) => blockOnBoth(parts, one),
  })
}

/** Outputs of the chain to people's addresses, and what was credited of them. */
import { balanceOf } from '../../ledger/store/balances.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import type { Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { coinAccounts } from './postings.ts'
import type { Arrival } from './table.ts'

const select = `select output.txid, output.output, output.amount as quantity, output.script, output.height, block.hash as block,
    output.is_waiting as "isWaiting", output.is_mined_coin as "isMinedCoin", output.seen_at as "seenAt",
    address.owner_id as owner, address.id as address,
    (select count(*)::int from coin_deposits before where before.txid = output.txid and before.output = output.output and before.status = 'reversed') as times,
    deposit.id as deposit, deposit.status, deposit.amount, deposit.restored, rate.rate, deposit.credited_at as "creditedAt"
  from chain.outputs output
  join wallet_addresses address on address.script = output.script and address.branch = 'people' and address.owner_id <> '${firm}'
  left join chain.blocks block on block.height = output.height
  left join coin_deposits deposit on deposit.txid = output.txid and deposit.output = output.output and deposit.status <> 'reversed'
  left join rates rate on rate.id = deposit.id`

/**
 * Of the whole chain what isn't credited, and all that is higher than `above`: what is credited there counts for how deep the rest
 * must be. Of one owner with what came for others by the same transactions, where one is named. Oldest first.
 */
export async function readOpen(
  db: Database,
  above: number,
  owner: OwnerId | null = null,
): Promise<Arrival[]> {
  const { rows } = await db.query<Arrival>({
    name: 'coin-deposits.open',
    text: `${select} where (deposit.id is null or output.height > $1)
        and ($2::uuid is null or address.owner_id = $2 or output.txid in (
          select theirs.txid from chain.outputs theirs join wallet_addresses mine on mine.script = theirs.script where mine.owner_id = $2))
      order by output.height nulls last, output.txid, output.output`,
    values: [above, owner],
  })
  return rows
}

/** Newest first. */
export async function readArrivals(
  db: Database,
  owner: OwnerId,
  limit: number,
): Promise<Arrival[]> {
  const { rows } = await db.query<Arrival>({
    name: 'coin-deposits.arrivals',
    text: `${select} where address.owner_id = $1 order by output.seen_at desc, output.txid, output.output limit $2`,
    values: [owner, limit],
  })
  return rows
}

export type Gone = {
  deposit: string
  txid: string
  height: number
  block: string
  owner: OwnerId | null
  /** What its account lacks of it is borne by these. */
  amount: Cents
  behind: Cents
  /** Whether its owner can still send it away. */
  isActive: boolean
}

/** What is credited and in no block any more, and isn't waited for; `behind`: what there is to take it from. */
export async function readGone(db: Database): Promise<Gone[]> {
  const own = `case when deposit.status = 'suspense' then deposit.amount - deposit.restored
    else least(${balanceOf('deposit.owner_id', 'cash')}, deposit.amount - deposit.restored) end`
  const { rows } = await db.query<Gone>({
    name: 'coin-deposits.gone',
    text: `select deposit.id as deposit, deposit.txid, deposit.height, deposit.block, deposit.owner_id as owner, deposit.amount,
        (${own} + ${balanceOf(`'${firm}'`, 'corrections-pool')} + ${balanceOf(`'${firm}'`, 'capital')})::bigint as behind,
        exists (select from owners where owners.id = deposit.owner_id and owners.status = 'active') as "isActive"
      from coin_deposits deposit left join chain.outputs output on output.txid = deposit.txid and output.output = deposit.output
      where deposit.coin = 'BTC' and deposit.status <> 'reversed' and (output.txid is null or (output.height is null and not output.is_waiting))
      order by deposit.credited_at, deposit.id`,
  })
  return rows
}

/** How much of a transaction was credited to addresses of this wallet, in the coin's parts; null: nothing. */
export async function readCreditedTo(
  db: Database,
  wallet: string,
  txid: string,
): Promise<bigint | null> {
  const { rows } = await db.query<{ quantity: bigint | null }>({
    name: 'coin-deposits.credited-to',
    text: `select sum(deposit.quantity)::bigint as quantity from coin_deposits deposit
      join wallet_addresses address on address.id = deposit.address_id
      where deposit.txid = $2 and deposit.status = 'booked' and address.wallet_id = $1`,
    values: [wallet, txid],
  })
  return rows[0]!.quantity
}

export type Aside = { deposit: string; owner: OwnerId; amount: Cents }

/** What waits in somebody's name beyond their limit, oldest first. */
export async function readAside(db: Database): Promise<Aside[]> {
  const { rows } = await db.query<Aside>({
    name: 'coin-deposits.aside',
    text: `select id as deposit, owner_id as owner, amount - restored as amount from coin_deposits
      where status = 'suspense' and owner_id is not null order by credited_at, id`,
  })
  return rows
}

/** How much of it there is of this person, in dollars: `coinsAsideIn` for pages. */
export async function readCoinsAside(db: Database, owner: OwnerId): Promise<Cents> {
  const { rows } = await db.query<{ sum: Cents }>({
    name: 'coin-deposits.aside-sum',
    text: `select coalesce(sum(amount - restored), 0)::bigint as sum from coin_deposits
      where owner_id = $1 and status = 'suspense'`,
    values: [owner],
  })
  return rows[0]!.sum
}

/** The coins that the firm holds, in satoshi or millionths of a USDT: what was received and neither exchanged nor paid out, nor spent on fees. */
export async function readCoinsHeld(db: Database, coin: Coin): Promise<bigint> {
  const { kind } = coinAccounts[coin].wallet
  const { rows } = await db.query<{ held: bigint }>({
    name: `coin-deposits.held-${coin}`,
    text: `select (-${balanceOf(`'${firm}'`, kind)})::bigint as held`,
  })
  return rows[0]!.held
}

/** Outputs of the chain to people's addresses that aren't credited, and that nothing has replaced; satoshi. */
export async function readFound(db: Database): Promise<{ count: number; amount: bigint }> {
  const { rows } = await db.query<{ count: number; amount: bigint }>({
    name: 'coin-deposits.found',
    text: `select count(*)::int as count, coalesce(sum(quantity), 0)::bigint as amount
      from (${select} where deposit.id is null and (output.height is not null or output.is_waiting)) open`,
  })
  return rows[0]!
}

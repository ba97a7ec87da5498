/** Reads what the books and the chain say of the firm's coins, at one moment. */
import type { Pool, PoolClient } from 'pg'
import type { BatchStatus } from '../../contract/payout-batch.ts'
import { firm } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { maxBlocks } from '../../lib/confirmations.ts'
import type { Rate } from '../../lib/exchange-rate.ts'
import type { Cents } from '../../lib/money.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import type { BitcoinTerms } from '../content/bitcoin-terms.ts'
import { readCoinsHeld, readOpen } from '../coin-deposits/arrivals.ts'
import { summed, waitsOf } from '../coin-deposits/waits.ts'
import { isFirms, readWatch } from '../wallets/queries.ts'
import { readReached } from '../wallets/scan.ts'
import type { Watch } from '../wallets/table.ts'
import { reconcile, type Found, type Item, type Spending } from './reconcile-rules.ts'

type Balances = {
  books: bigint
  chain: bigint
  /** Against all coins. */
  owed: Cents
  /** Millionths of a USDT that the wallet has in the books, and what one was worth at the last look. */
  usdt: bigint
  usdtRate: Rate | null
  secondsAgo: number | null
}

async function readBalances(db: PoolClient): Promise<Balances> {
  const { rows } = await db.query<Balances>({
    name: 'coin-position.balances',
    text: `select (-${balanceOf(`'${firm}'`, 'client-wallet-btc')})::bigint as books,
        (-${balanceOf(`'${firm}'`, 'exchange-usd')})::bigint as owed,
        (-${balanceOf(`'${firm}'`, 'client-wallet-usdt')})::bigint as usdt,
        (select rate from chain.tron_watch) as "usdtRate",
        (select coalesce(sum(amount), 0)::bigint from chain.outputs where height is not null and spent_by is null) as chain,
        (select greatest(extract(epoch from clock_timestamp() - looked_at), 0)::int from chain.watch) as "secondsAgo"`,
  })
  return rows[0]!
}

async function readOwn(db: PoolClient): Promise<Found['own']> {
  const { rows } = await db.query<Found['own']>({
    name: 'coin-position.own',
    text: `select coalesce(sum(output.amount), 0)::bigint as quantity, count(*)::int as count from chain.outputs output
      where output.height is not null and ${isFirms('output')}
        and not exists (select from chain.outputs spent where spent.spent_by = output.txid)
        and not exists (select from coin_entries entry where entry.txid = output.txid and entry.kind = 'purchase')`,
  })
  return rows[0]!
}

type SpendingRow = Pick<Spending, 'txid' | 'net' | 'isSold'> & {
  status: BatchStatus | null
  quantity: bigint
  fee: bigint
  paid: bigint
}

/** What spent coins and isn't booked as it stands on the chain. */
async function readSpent(db: PoolClient): Promise<Spending[]> {
  const { rows } = await db.query<SpendingRow>({
    name: 'coin-position.spent',
    text: `with taken as (select spent_by as txid, sum(amount)::bigint as quantity from chain.outputs where spent_by is not null group by spent_by)
      select taken.txid, batch.status, batch.quantity, batch.fee, coalesce(payment.paid, 0)::bigint as paid, entry.id is not null as "isSold",
        (taken.quantity - coalesce(back.quantity, 0))::bigint as net
      from taken left join payout_batches batch on batch.txid = taken.txid
        left join coin_entries entry on entry.txid = taken.txid and entry.kind = 'sale'
        left join lateral (select sum(quantity) as paid from payout_batch_payments where batch_id = batch.id and paid_at is not null) payment on true
        left join lateral (select sum(output.amount) as quantity from chain.outputs output
          where output.txid = taken.txid and output.height is not null and ${isFirms('output')}) back on true
      where entry.id is null and batch.status is distinct from 'settled'
      order by taken.txid`,
  })
  return rows.map(({ status, quantity, fee, paid, ...row }) => ({
    ...row,
    batch: status === null ? null : { status, quantity, fee, paid },
  }))
}

type Lost = { of: 'credited' | 'paid' | 'exchanged'; txid: string; quantity: bigint }

/** What is booked of transactions that are in no block. */
async function readLost(db: PoolClient): Promise<Lost[]> {
  const inChain = (txid: string) =>
    `exists (select from chain.outputs spent where spent.spent_by = ${txid})`
  const { rows } = await db.query<Lost>({
    name: 'coin-position.lost',
    text: `select 'credited' as of, deposit.txid, sum(deposit.quantity)::bigint as quantity from coin_deposits deposit
        where deposit.coin = 'BTC' and deposit.status <> 'reversed' and not exists (
          select from chain.outputs output where output.txid = deposit.txid and output.output = deposit.output and output.height is not null)
        group by deposit.txid
      union all select 'paid', batch.txid, (sum(payment.quantity) + case when batch.status = 'settled' then batch.fee else 0 end)::bigint
        from payout_batches batch join payout_batch_payments payment on payment.batch_id = batch.id and payment.paid_at is not null
        where not ${inChain('batch.txid')} group by batch.id
      union all select 'exchanged', entry.txid, case entry.kind when 'sale' then -entry.quantity else entry.quantity end from coin_entries entry
        where entry.kind = 'sale' and not ${inChain('entry.txid')}
          or entry.kind = 'purchase' and not exists (select from chain.outputs output where output.txid = entry.txid and output.height is not null)
      order by 1, 2`,
  })
  return rows
}

/** What came for people and isn't credited, with what it waits for. */
async function readArrived(
  db: PoolClient,
  terms: BitcoinTerms,
  height: number,
  watch: Watch | null,
): Promise<Found['arrived']> {
  const open = await readOpen(db, height - maxBlocks(terms.confirmations))
  const moment = {
    reached: height,
    rate: watch?.rate ?? null,
    held: await readCoinsHeld(db, 'BTC'),
  }
  const sums = summed(open)
  return open
    .filter((one) => one.deposit === null && one.height !== null)
    .map((one) => ({ quantity: one.quantity, waits: waitsOf(one, sums, terms, moment) }))
}

export type Position = Balances & {
  items: Item[]
  difference: bigint
  height: number | null
  watch: Watch | null
}

export function readPosition(pool: Pool, terms: BitcoinTerms): Promise<Position> {
  return inSnapshot(pool, async (db) => {
    const balances = await readBalances(db)
    const watch = await readWatch(db, 'BTC')
    const height = (await readReached(db))?.height ?? null
    const lost = await readLost(db)
    const of = (kind: Lost['of']) => lost.filter((one) => one.of === kind)
    const found = reconcile({
      ...balances,
      arrived: await readArrived(db, terms, height ?? 0, watch),
      own: await readOwn(db),
      spent: await readSpent(db),
      credited: of('credited'),
      paid: of('paid'),
      exchanged: of('exchanged'),
    })
    return { ...balances, ...found, height, watch }
  })
}

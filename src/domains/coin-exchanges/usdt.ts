/** USDT in the books against what came to the firm's addresses on TRON and left them. Only sums of what was read: nothing there is ever taken away. */
import type { Pool, PoolClient } from 'pg'
import type { UsdtPosition } from '../../contract/coin-exchange.ts'
import { kindOfEntry } from '../../lib/coin-entry.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { coinsFromUnits, formatCoins } from '../../lib/coin-amount.ts'
import type { Proving } from '../../platform/tron/proofs.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import { readCoinsHeld } from '../coin-deposits/arrivals.ts'
import { presentRate } from '../coin-deposits/present.ts'
import { holdingListed } from '../coin-deposits/listed-senders.ts'
import { readOpenTransfers } from '../coin-deposits/usdt.ts'
import { summed, waitsOfDeep, type CoinTerms } from '../coin-deposits/waits.ts'
import { readReached } from '../tron/transfers.ts'
import { readWatch } from '../wallets/queries.ts'
import type { Watch } from '../wallets/table.ts'
import { whyStopped } from './present.ts'
import { isFirmsOwn, isOurs, isSpent } from './usdt-sides.ts'
import { reconcile, type Found, type Item, type Spending } from './reconcile-rules.ts'

/** SQL of whether an entry has the transaction of a row of `chain.tron_transfers`, called `transfer`. */
const isBooked = (way: 'sale' | 'purchase') =>
  `exists (select from coin_entries entry where entry.txid = transfer.txid and entry.kind = '${kindOfEntry('USDT', way)}')`

/** What came less what left. */
async function readOnChain(db: PoolClient): Promise<bigint> {
  const { rows } = await db.query<{ chain: bigint }>({
    name: 'usdt-position.chain',
    text: `select coalesce(sum(case when ${isOurs('to_address')} then amount else 0 end
        - case when ${isOurs('from_address')} then amount else 0 end), 0)::bigint as chain from chain.tron_transfers`,
  })
  return rows[0]!.chain
}

/** What came to addresses of the firm's own from elsewhere, and wasn't bought. */
async function readOwn(db: PoolClient): Promise<Found['own']> {
  const { rows } = await db.query<Found['own']>({
    name: 'usdt-position.own',
    text: `select coalesce(sum(amount), 0)::bigint as quantity, count(*)::int as count from chain.tron_transfers transfer
      where ${isFirmsOwn} and not ${isBooked('purchase')}`,
  })
  return rows[0]!
}

/** What left, and is neither a payout nor a sale that is booked. */
async function readSpent(db: PoolClient): Promise<Spending[]> {
  const { rows } = await db.query<Pick<Spending, 'txid' | 'net'>>({
    name: 'usdt-position.spent',
    text: `select txid, sum(amount)::bigint as net from chain.tron_transfers transfer
      where ${isSpent} and not ${isBooked('sale')} group by txid order by txid`,
  })
  return rows.map((row) => ({ ...row, batch: null, isSold: false }))
}

/** What is booked as sold or bought by transactions that weren't read. */
async function readLostExchanges(db: PoolClient): Promise<Found['exchanged'][number][]> {
  const { rows } = await db.query<Found['exchanged'][number]>({
    name: 'usdt-position.lost-exchanges',
    text: `select entry.txid, case entry.kind when 'usdt-sale' then -entry.quantity else entry.quantity end as quantity from coin_entries entry
      where entry.kind in ('usdt-sale', 'usdt-purchase') and not exists (select from chain.tron_transfers transfer where transfer.txid = entry.txid)
      order by entry.txid`,
  })
  return rows
}

/** What is credited of transfers that weren't read, or not so. */
async function readLost(db: PoolClient): Promise<Found['credited'][number][]> {
  const { rows } = await db.query<Found['credited'][number]>({
    name: 'usdt-position.lost',
    text: `select deposit.txid, sum(deposit.quantity)::bigint as quantity from coin_deposits deposit
      where deposit.coin = 'USDT' and not exists (select from chain.tron_transfers transfer where transfer.txid = deposit.txid
        and transfer.log_index = deposit.output and transfer.amount = deposit.quantity) group by deposit.txid order by deposit.txid`,
  })
  return rows
}

/** What is booked as paid by transfers that weren't read, or not so. */
async function readLostPayouts(db: PoolClient): Promise<Found['paid'][number][]> {
  const { rows } = await db.query<Found['paid'][number]>({
    name: 'usdt-position.lost-payouts',
    text: `select split_part(payment.reference, ':', 1) as txid, sum(payment.quantity)::bigint as quantity from payout_list_payments payment
      where payment.reference is not null and not exists (select from chain.tron_transfers transfer
        where transfer.txid || ':' || transfer.log_index = payment.reference and transfer.amount = payment.quantity) group by 1 order by 1`,
  })
  return rows
}

/** What came for people and isn't credited, with what it waits for. */
async function readArrived(
  db: PoolClient,
  terms: CoinTerms,
  { books, reached, watch }: { books: bigint; reached: number; watch: Watch | null },
): Promise<Found['arrived']> {
  const open = await readOpenTransfers(db)
  const moment = { reached, rate: watch?.rate ?? null, held: books }
  const listed = await holdingListed(db, open)
  const sums = summed(open)
  return open.map((one) => ({
    quantity: one.quantity,
    waits: listed(one, waitsOfDeep(one, sums, terms, moment, 'USDT')),
  }))
}

type Read = {
  books: bigint
  chain: bigint
  items: Item[]
  difference: bigint
  height: number | null
  watch: Watch | null
}

export function readUsdtPosition(pool: Pool, terms: CoinTerms): Promise<Read> {
  return inSnapshot(pool, async (db) => {
    const books = await readCoinsHeld(db, 'USDT')
    const chain = await readOnChain(db)
    const watch = await readWatch(db, 'USDT')
    const height = (await readReached(db))?.height ?? null
    const found = reconcile({
      books,
      chain,
      arrived: await readArrived(db, terms, { books, reached: height ?? 0, watch }),
      own: await readOwn(db),
      spent: await readSpent(db),
      credited: await readLost(db),
      paid: await readLostPayouts(db),
      exchanged: await readLostExchanges(db),
    })
    return { books, chain, ...found, height, watch }
  })
}

const formatUsdt = (quantity: bigint) => formatCoins(quantity, 'USDT')

/** What must not be, in sentences; null: nothing. */
export const whyUsdtDiffers = (found: Pick<Read, 'items' | 'difference'>): string | null =>
  whyStopped(found, formatUsdt)

function presentNode(proving: Proving): UsdtPosition['node'] {
  const last = proving.last()
  return (
    last && {
      askedAt: isoFromInstant(last.at),
      proofs: last.proofs.map(({ what, found }) => ({ what, found })),
    }
  )
}

export const presentUsdt = (found: Read, proving: Proving): UsdtPosition => ({
  books: coinsFromUnits(found.books, 'USDT'),
  chain: coinsFromUnits(found.chain, 'USDT'),
  items: found.items.map(({ kind, quantity, count, txid }) => ({
    kind,
    coins: coinsFromUnits(quantity, 'USDT'),
    count,
    txid,
  })),
  difference: coinsFromUnits(found.difference, 'USDT'),
  differs: whyUsdtDiffers(found),
  rate: presentRate(found.watch),
  height: found.height,
  node: presentNode(proving),
})

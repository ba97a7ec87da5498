import {
  getCoinEntries,
  getCoinEntriesCsv,
  getCoinPosition,
  recordCoinExchange,
  recordNetworkFees,
  recordPositionCover,
  type CoinPosition,
} from '../../contract/coin-exchange.ts'
import { ProblemError } from '../../contract/problems.ts'
import { bitcoinFromSatoshi } from '../../lib/bitcoin-amount.ts'
import { coinsFault, unitsTyped } from '../../lib/coin-amount.ts'
import { coinOfEntry } from '../../lib/coin-entry.ts'
import { centsOf, type Coin } from '../../lib/exchange-rate.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { route, succeeded } from '../../platform/route.ts'
import { termsOf } from '../coin-deposits/due.ts'
import { presentRate } from '../coin-deposits/present.ts'
import { usdtTermsOf } from '../coin-deposits/usdt.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import type { Facts } from '../proposals/kind.ts'
import { readWatch } from '../wallets/queries.ts'
import { coinEntryColumns } from './csv.ts'
import { movedOnChain, readMoved } from './moved.ts'
import { presentItem, whyStopped } from './present.ts'
import { readCoinEntries } from './queries.ts'
import type { CoinFacts, OnChain } from './proposals.ts'
import { positionOf } from './reconcile-rules.ts'
import { readPosition, type Position } from './reconcile.ts'
import { readUsdtMoved, usdtMovedOnChain } from './usdt-moved.ts'
import { presentUsdt, readUsdtPosition } from './usdt.ts'
import type { Askers, RoutesOf } from '../routes.ts'

const entriesFile = {
  file: 'coin-entries.csv',
  columns: coinEntryColumns,
  async readPage(db: Database, query: Parameters<typeof readCoinEntries>[1]) {
    const { entries, nextCursor } = await readCoinEntries(db, query)
    return { rows: entries, nextCursor }
  },
}

const dollars = (cents: Cents | null) => (cents === null ? null : dollarsFromCents(cents))

/** What is owed against coins, less what those are worth that are held in USDT; unknown where nobody knows what that is. */
function owedAgainstBitcoin({ owed, usdt, usdtRate }: Position) {
  if (usdt <= 0n) return { owed, isKnown: true }
  return usdtRate === null
    ? { owed, isKnown: false }
    : { owed: owed - centsOf(usdt, usdtRate, 'USDT'), isKnown: true }
}

async function presentPosition({ pool, firm }: House): Promise<CoinPosition> {
  const terms = termsOf(firm)
  const found = await readPosition(pool, terms)
  const { books, chain, items, difference, watch } = found
  const limit = terms.positionLimit
  const { owed, isKnown } = owedAgainstBitcoin(found)
  const rate = isKnown ? (watch?.rate ?? null) : null
  const position = positionOf({ coins: books, owed, rate, limit })
  return {
    books: bitcoinFromSatoshi(books),
    chain: bitcoinFromSatoshi(chain),
    items: items.map(presentItem),
    difference: bitcoinFromSatoshi(difference),
    payoutsStopped: whyStopped(found),
    owed: dollarsFromCents(owed),
    rate: presentRate(watch),
    value: dollars(position.value),
    open: dollars(position.open),
    limit: dollars(limit),
    room: dollars(position.room),
    read: {
      height: found.height,
      secondsAgo: found.secondsAgo,
      fault: watch?.fault ?? null,
      rateFault: watch?.rateFault ?? null,
      refused: watch?.refused ?? 0,
    },
  }
}

const lastRate = async ({ pool }: House, coin: Coin) => (await readWatch(pool, coin))?.rate ?? null

/** Throws where the firm takes none of the coin. */
function mustTake({ bitcoin, tron }: House, coin: Coin): void {
  if (coin === 'BTC' && bitcoin === null) throw new ProblemError('no_bitcoin')
  if (coin === 'USDT' && tron === null) throw new ProblemError('no_usdt')
}

/** As it was read. */
const movedAsRead = async ({ pool }: House, coin: Coin, txid: string) =>
  coin === 'BTC' ? ((await readMoved(pool, txid))?.moved ?? null) : readUsdtMoved(pool, txid)

function unitsOf(text: string, coin: Coin): bigint {
  const units = unitsTyped(text, coin)
  if (units !== null) return units
  throw new ProblemError({
    code: 'validation_failed',
    fields: { quantity: coinsFault(text, coin)! },
  })
}

/** What the transaction of an entry moved, as the node says now; nothing where it has none. */
async function askMoved(house: House, facts: Facts): Promise<OnChain> {
  const { txid, kind } = facts as CoinFacts
  if (txid === null) return { moved: null }
  const coin = coinOfEntry(kind)
  mustTake(house, coin)
  const { pool, bitcoin, tron } = house
  const moved =
    coin === 'BTC'
      ? await movedOnChain(pool, bitcoin!.node, txid)
      : await usdtMovedOnChain(pool, tron!, txid)
  return { moved: moved === null ? null : String(moved) }
}

export const askers: Askers = { 'coin-entry': askMoved }

export const routes: RoutesOf = (house) => [
  route(getCoinPosition, async () =>
    succeeded({
      position: house.bitcoin === null ? null : await presentPosition(house),
      usdt:
        house.tron === null
          ? null
          : presentUsdt(
              await readUsdtPosition(house.pool, usdtTermsOf(house.firm)),
              house.tron.proving,
            ),
    }),
  ),
  route(getCoinEntries, async ({ query }) => succeeded(await readCoinEntries(house.pool, query))),
  route(getCoinEntriesCsv, (call) => exportedCsv(house, entriesFile, call)),
  route(recordCoinExchange, async ({ asked, body: { reason, ...body } }) => {
    const coin = coinOfEntry(body.kind)
    mustTake(house, coin)
    const quantity = unitsOf(body.quantity, coin)
    const prepare = async () => {
      const [rate, moved] = await Promise.all([
        lastRate(house, coin),
        movedAsRead(house, coin, body.txid),
      ])
      return { ...body, quantity, reason: reason ?? null, rate, moved }
    }
    return house.desk.runPrepared({ ...asked, kind: 'RecordCoinExchange', prepare })
  }),
  route(recordNetworkFees, ({ asked, body: { reason, ...body } }) => {
    mustTake(house, 'USDT')
    return house.desk.run({
      ...asked,
      kind: 'RecordNetworkFees',
      command: { ...body, reason: reason ?? null },
    })
  }),
  route(recordPositionCover, ({ asked, body: { reason, ...body } }) =>
    house.desk.run({
      ...asked,
      kind: 'RecordPositionCover',
      command: { ...body, reason: reason ?? null },
    }),
  ),
]

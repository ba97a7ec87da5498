/** Coins that arrived for people, as they were credited, and what they were worth. */
import { cents, instant, integer, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Coin, Rate } from '../../lib/exchange-rate.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

/** `booked`: in a balance; `suspense`: beyond its owner's limit, or of somebody who has left; `reversed`: the chain took it away. */
export type CoinDepositStatus = 'booked' | 'suspense' | 'reversed'

export type CoinDeposit = {
  id: string
  coin: Coin
  /** Null: whoever had the address has left. */
  owner: OwnerId | null
  /** An id in `wallet_addresses`. */
  address: string
  txid: string
  /** Of TRON the place of the log in its transaction. */
  output: number
  /** How often it was taken away before. */
  times: number
  /** Satoshi, or millionths of a USDT. */
  quantity: bigint
  /** Of the block that it was credited in. */
  height: number
  block: string
  amount: Cents
  /** Of the amount, what goes to the corrections pool: others bore it when it was taken away before. */
  restored: Cents
  status: CoinDepositStatus
  creditedAt: Instant
  reversedAt: Instant | null
  /** What others than its owner bore as it was taken away. */
  borne: Cents | null
}

export const coinDeposits = new Table<CoinDeposit>({
  name: 'coin_deposits',
  as: 'coin_deposit',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    coin: word('coin'),
    owner: uuid('owner_id'),
    address: uuid('address_id'),
    txid: word('txid'),
    output: integer('output'),
    times: integer('times'),
    quantity: cents('quantity'),
    height: integer('height'),
    block: word('block'),
    amount: cents('amount'),
    restored: cents('restored'),
    status: word('status', { changes: true }),
    creditedAt: instant('credited_at'),
    reversedAt: instant('reversed_at', { later: true }),
    borne: cents('borne', { later: true }),
  },
})

/** `sources`: who said so, with commas between. */
export type CoinRate = { id: string; coin: Coin; rate: Rate; sources: string; at: Instant }

export const coinRates = new Table<CoinRate>({
  name: 'rates',
  as: 'rate',
  key: ['id'],
  columns: {
    id: uuid('id'),
    coin: word('coin'),
    rate: cents('rate'),
    sources: text('sources'),
    at: instant('at'),
  },
})

const ofTransaction = coinDeposits.source<string>({
  name: 'of-transaction',
  form: 'word',
  text: `select ${coinDeposits.columns} from ${coinDeposits.from} where coin_deposit.txid = any ($1)`,
})

/** Needs what was ever credited of a transaction. */
export const creditedOf = (txid: string) => reading(ofTransaction, txid)

/** What was ever credited of one output, first to last. */
export const creditsIn = (world: World, { txid, output }: { txid: string; output: number }) =>
  world
    .rows(coinDeposits)
    .filter((one) => one.txid === txid && one.output === output)
    .toSorted((one, other) => one.times - other.times)

const inSomebodysName = coinDeposits.source<OwnerId>({
  name: 'in-somebodys-name',
  form: 'uuid',
  text: `select ${coinDeposits.columns} from ${coinDeposits.from} where coin_deposit.owner_id = any ($1) and coin_deposit.status = 'suspense'`,
})

/** Needs the coins that arrived for this owner beyond a limit, and wait in their name. */
export const coinsAsideOf = (owner: OwnerId) => reading(inSomebodysName, owner)

/** What of them there is, of an owner of whom it was asked. */
export const coinsAsideIn = (world: World, owner: OwnerId): Cents =>
  world
    .rowsOf(coinDeposits, owner)
    .filter(({ status }) => status === 'suspense')
    .reduce((sum, { amount, restored }) => sum + amount - restored, 0n)

export type Place = { owner: OwnerId | null }

/** Whose it is: that never changes. */
export const ownerOfDeposit = (id: string): Lookup<Place> => ({
  name: 'coin-deposit',
  text: 'select owner_id as owner from coin_deposits where id = $1',
  value: id,
  from: ({ owner }) => ({ owner }),
  inMemory: (world) => {
    const deposit = world.get(coinDeposits, id)
    return deposit ? { owner: deposit.owner } : null
  },
})

/** An output of the chain to a person's address, or a transfer there, and what was credited of it. */
export type Arrival = {
  txid: string
  output: number
  /** Satoshi, or millionths of a USDT. */
  quantity: bigint
  script: string
  /** Of its block; null: in none. */
  height: number | null
  block: string | null
  /** To be mined, as the node last said. */
  isWaiting: boolean
  /** New coins, which can't be spent for a hundred blocks. */
  isMinedCoin: boolean
  seenAt: Instant
  owner: OwnerId
  /** An id in `wallet_addresses`. */
  address: string
  /** How often it was credited and taken away again. */
  times: number
  /** What is credited of it; null: nothing. */
  deposit: string | null
  status: CoinDepositStatus | null
  amount: Cents | null
  restored: Cents | null
  rate: Rate | null
  creditedAt: Instant | null
}

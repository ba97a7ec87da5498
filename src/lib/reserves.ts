/**
 * What is published of a day's reserves: which coins the keys of the firm's wallets have signed for, over the hash of the day's
 * manifest of what is owed, and what the firm only states. docs/proof-format.md has the form. Amounts are digits in a text.
 */
import { isDay } from './instant.ts'
import type { BitcoinNetwork } from './output-descriptor.ts'
import { outpointOf } from './payout-batch.ts'
import { checkReserveProof, ReserveFault, type ReserveCoin } from './reserve-proof.ts'

type WrittenCoin = { txid: string; output: number; amount: string; script: string }

export type Reserves = {
  format: 'glasshouse-reserves-1'
  day: string
  /** The SHA-256 of the day's manifest: what was signed. */
  manifest: string
  /** Which of that day it is: the last one counts. */
  number: number
  network: BitcoinNetwork
  /** Of the last block when the coins were looked up. */
  height: number
  block: string
  wallets: { transaction: string; coins: WrittenCoin[] }[]
  /** As the manifest has it: cents at banks, millionths of a USDT. No key proves it. */
  stated: { bank: string; USDT: string; note: string }
}

export const statedNote = 'the firm’s statement, not provable'

const fault = (why: string): never => {
  throw new ReserveFault(why)
}

/** With its names in order and no others. */
function ordered(reserves: Reserves): Reserves {
  const { format, day, manifest, number, network, height, block, wallets, stated } = reserves
  return {
    format,
    day,
    manifest,
    number,
    network,
    height,
    block,
    wallets: wallets.map(({ transaction, coins }) => ({
      transaction,
      coins: coins.map(({ txid, output, amount, script }) => ({ txid, output, amount, script })),
    })),
    stated: { bank: stated.bank, USDT: stated.USDT, note: stated.note },
  }
}

/** One form for one content, as a manifest has. */
export const reservesText = (reserves: Reserves): string =>
  `${JSON.stringify(ordered(reserves), null, 2)}\n`

const hash = /^[0-9a-f]{64}$/
const bytes = /^(?:[0-9a-f]{2})+$/
const amount = /^(?:0|[1-9]\d{0,15})$/
const stated = /^(?:0|-?[1-9]\d{0,18})$/

const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value)
const isCount = (value: unknown, least: number) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least

const isCoin = (coin: WrittenCoin) =>
  isText(coin.txid, hash) &&
  isCount(coin.output, 0) &&
  isText(coin.amount, amount) &&
  isText(coin.script, bytes)

const isWhole = (read: Reserves) =>
  read.format === 'glasshouse-reserves-1' &&
  typeof read.day === 'string' &&
  isDay(read.day) &&
  isText(read.manifest, hash) &&
  isCount(read.number, 1) &&
  isText(read.network, /^(?:main|test|regtest)$/) &&
  isCount(read.height, 0) &&
  isText(read.block, hash) &&
  read.wallets.every(
    ({ transaction, coins }) => isText(transaction, bytes) && coins.every(isCoin),
  ) &&
  isText(read.stated.bank, stated) &&
  isText(read.stated.USDT, stated) &&
  read.stated.note === statedNote

/** Throws a ReserveFault. */
export function readReserves(text: string): Reserves {
  let read: Reserves
  let again: string
  try {
    read = JSON.parse(text) as Reserves
    again = reservesText(read)
  } catch {
    return fault('The proof of coins can’t be read.')
  }
  if (again !== text || !isWhole(read))
    fault('The proof of coins isn’t written the way they are written.')
  return read
}

const readCoin = (coin: WrittenCoin): ReserveCoin => ({ ...coin, amount: BigInt(coin.amount) })

/** What is in it is anybody's: also what no signature can be is a fault, and no more. */
function checkedSum(transaction: string, coins: readonly ReserveCoin[], manifest: string): bigint {
  try {
    return checkReserveProof(transaction, coins, manifest)
  } catch (error) {
    if (error instanceof ReserveFault) throw error
    return fault(`A signature or a script can’t be read (${(error as Error).message}).`)
  }
}

/**
 * Whether keys have signed for every coin that is in it, each once, over the hash of its manifest; answers what the coins are
 * together, in satoshi. What the chain has of them it can't see. Throws a ReserveFault.
 */
export function checkReserves({ manifest, wallets }: Reserves): bigint {
  const names = wallets.flatMap(({ coins }) => coins.map(outpointOf))
  const twice = names.find((name, n) => names.indexOf(name) < n)
  if (twice !== undefined) fault(`The coin ${twice} stands twice in it.`)
  if (names.length === 0) fault('There are no coins in it.')
  return wallets.reduce(
    (sum, { transaction, coins }) => sum + checkedSum(transaction, coins.map(readCoin), manifest),
    0n,
  )
}

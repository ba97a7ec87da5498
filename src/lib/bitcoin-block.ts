/**
 * Blocks and transactions of Bitcoin as nodes send them. What is read proves itself: a block's hash is of its header, and the
 * header commits to the transactions.
 * Sources: the Bitcoin developer reference (block chain, raw transaction format), BIP 141 and 144 (witness).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** An output of a transaction, counted from 0: `txid` as people read it. */
export type Outpoint = { txid: string; output: number }
export type Output = {
  /** Satoshi. */
  amount: bigint
  /** In hex. */
  script: string
}
export type Transaction = { txid: string; spends: Outpoint[]; outputs: Output[] }
export type Block = {
  hash: string
  previous: string
  /** Seconds since 1970, as its miner says. */
  time: number
  transactions: Transaction[]
}

/** What a node sent isn't what it should be. */
export class ChainFault extends Error {}

const double = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
/** Hashes are read backwards. */
const shown = (hash: Uint8Array): string => bytesToHex(hash.toReversed())

/** As many as fit a block of four million units, and then some: more is no block. */
const maxInOne = 1_000_000
/** All coins there will ever be, in satoshi. */
const maxSatoshi = 21_000_000n * 100_000_000n

class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isAtEnd(): boolean {
    return this.at === this.#bytes.length
  }

  take(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.#bytes.length) throw new ChainFault('It ends too early.')
    const taken = this.#bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  from(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.at)
  }

  byte(): number {
    return this.take(1)[0]!
  }

  peek(): number {
    return this.#bytes[this.at] ?? 0
  }

  uint32(): number {
    const { at } = this
    this.take(4)
    return this.#view.getUint32(at, true)
  }

  uint64(): bigint {
    const { at } = this
    this.take(8)
    return this.#view.getBigUint64(at, true)
  }

  /** A number of things, or of bytes. */
  count(): number {
    const first = this.byte()
    if (first < 0xfd) return first
    const { at } = this
    this.take(first === 0xfd ? 2 : first === 0xfe ? 4 : 8)
    const count =
      first === 0xfd
        ? this.#view.getUint16(at, true)
        : first === 0xfe
          ? this.#view.getUint32(at, true)
          : Number(this.#view.getBigUint64(at, true))
    if (count > this.#bytes.length) throw new ChainFault('It says to have more than it is long.')
    return count
  }

  many<T>(one: () => T): T[] {
    const count = this.count()
    if (count > maxInOne) throw new ChainFault('It has more than can be.')
    return Array.from({ length: count }, one)
  }
}

function readNext(reader: Reader): Transaction {
  const start = reader.at
  reader.take(4)
  const version = reader.from(start)
  // A marker and a flag stand where else the number of inputs does, which is never 0.
  const hasWitness = reader.peek() === 0
  if (hasWitness && (reader.byte(), reader.byte()) !== 1)
    throw new ChainFault('A transaction is of a kind that isn’t known.')
  const body = reader.at
  const spends = reader.many(() => {
    const txid = shown(reader.take(32))
    const output = reader.uint32()
    reader.take(reader.count())
    reader.take(4)
    return { txid, output }
  })
  const outputs = reader.many(() => {
    const amount = reader.uint64()
    if (amount > maxSatoshi) throw new ChainFault('An output has more than there is.')
    return { amount, script: bytesToHex(reader.take(reader.count())) }
  })
  const plain = reader.from(body)
  if (hasWitness)
    for (const _ of spends)
      for (let items = reader.count(); items > 0; items--) reader.take(reader.count())
  const lockTime = reader.take(4)
  return { txid: shown(double(joined(version, plain, lockTime))), spends, outputs }
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Throws a ChainFault. Nothing may follow it. */
export function readTransaction(bytes: Uint8Array): Transaction {
  const reader = new Reader(bytes)
  const transaction = readNext(reader)
  if (!reader.isAtEnd) throw new ChainFault('Something follows the transaction.')
  return transaction
}

const backwards = (hex: string): Uint8Array => Uint8Array.fromHex(hex).reverse()

/** The root over transaction ids: pairs are hashed, and the last of an odd number with itself. */
function merkleRoot(txids: readonly string[]): string {
  let row = txids.map(backwards)
  while (row.length > 1)
    row = Array.from({ length: (row.length + 1) >> 1 }, (_, n) => {
      const [left, right] = [row[2 * n]!, row[2 * n + 1] ?? row[2 * n]!]
      // Two the same before the last would be one that stands twice under an unchanged root (CVE-2012-2459).
      if (row[2 * n + 1] && isSame(left, right)) throw new ChainFault('A transaction stands twice.')
      return double(joined(left, right))
    })
  return shown(row[0]!)
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.every((byte, at) => byte === other[at])

/** The bytes of one transaction of a block; null where it isn't in it. Throws a ChainFault. */
export function transactionIn(block: Uint8Array, txid: string): Uint8Array | null {
  const reader = new Reader(block)
  reader.take(80)
  for (let left = reader.count(); left > 0; left--) {
    const start = reader.at
    if (readNext(reader).txid === txid) return reader.from(start)
  }
  return null
}

/** Throws a ChainFault, also where the header commits to other transactions. */
export function readBlock(bytes: Uint8Array): Block {
  const reader = new Reader(bytes)
  const header = reader.take(80)
  const fields = new Reader(header)
  fields.take(4)
  const [previous, root] = [shown(fields.take(32)), shown(fields.take(32))]
  const time = fields.uint32()
  const transactions = reader.many(() => readNext(reader))
  if (!reader.isAtEnd) throw new ChainFault('Something follows the block.')
  if (transactions.length === 0) throw new ChainFault('A block has no transaction.')
  if (merkleRoot(transactions.map(({ txid }) => txid)) !== root)
    throw new ChainFault('A block has other transactions than its header says.')
  return { hash: shown(double(header)), previous, time, transactions }
}

/** Every leaf of a day, in memory of its own: a million people have two million, and an object for each would be too much. */
import {
  accountBytes,
  amountsBytes,
  claims,
  noAccount,
  noAmounts,
  nonceBytes,
  partsEach,
  readAmounts,
  smallestDepth,
  unassignedAccount,
  writeAmounts,
  type Amounts,
  type Leaf,
} from '../../lib/liabilities/format.ts'
import { firstPart, leafSalt, placeBytes, type LeafSalt } from './leaf-salts.ts'

/** Place in the order, nonce, account, part, amounts. */
const at = { place: 0, nonce: placeBytes, account: placeBytes + nonceBytes }
const partAt = at.account + accountBytes
const amountsAt = partAt + 1
const leafBytes = amountsAt + amountsBytes

export type PlacedLeaf = Omit<Leaf, 'index'> & { place: Uint8Array }

/** How many leaves the tree has: a power of two. One more account than people have is for what nobody owns yet. */
export function leavesFor(accounts: number): number {
  const needed = (accounts + 1) * partsEach
  return 2 ** Math.max(smallestDepth, Math.ceil(Math.log2(needed)))
}

function rest(amounts: Amounts, first: Amounts): Amounts {
  const other = { ...noAmounts }
  for (const claim of claims) other[claim] = amounts[claim] - first[claim]
  return other
}

export class Leaves {
  readonly #salt: Buffer
  readonly #bytes: Buffer
  #count = 0
  /** How many it has when it is full. */
  readonly size: number

  constructor(salt: Buffer, size: number) {
    this.#salt = salt
    this.size = size
    this.#bytes = Buffer.allocUnsafeSlow(size * leafBytes)
  }

  #put({ place, nonce }: LeafSalt, account: string, part: number, amounts: Amounts): void {
    if (this.#count === this.size) throw new Error('There are more accounts than were counted')
    const from = this.#count++ * leafBytes
    place.copy(this.#bytes, from + at.place)
    nonce.copy(this.#bytes, from + at.nonce)
    this.#bytes.write(account, from + at.account, accountBytes, 'latin1')
    this.#bytes[from + partAt] = part
    writeAmounts(amounts, this.#bytes, from + amountsAt)
  }

  /** What is owed to one account. Throws where it is less than nothing. */
  owe(account: string, amounts: Amounts): void {
    if (Object.values(amounts).some((cents) => cents < 0n))
      throw new Error(`An account is owed less than nothing: ${account}`)
    const first = firstPart(this.#salt, account, amounts)
    this.#put(leafSalt(this.#salt, account, 1), account, 1, first)
    this.#put(leafSalt(this.#salt, account, 2), account, 2, rest(amounts, first))
  }

  oweNobodyYet(unassigned: bigint): void {
    this.owe(unassignedAccount, { ...noAmounts, unassigned })
  }

  fill(): void {
    for (let n = this.#count; n < this.size; n += 1)
      this.#put(leafSalt(this.#salt, `nobody ${n}`, 1), noAccount, 1, noAmounts)
  }

  #at(number: number): PlacedLeaf {
    const from = number * leafBytes
    const bytes = this.#bytes.subarray(from, from + leafBytes)
    return {
      place: bytes.subarray(at.place, at.nonce),
      nonce: bytes.subarray(at.nonce, at.account),
      account: bytes.toString('latin1', at.account, partAt),
      part: bytes[partAt]!,
      amounts: readAmounts(bytes, amountsAt),
    }
  }

  #compare(one: number, other: number): number {
    const [from, to] = [one * leafBytes, other * leafBytes]
    return this.#bytes.compare(this.#bytes, to, to + placeBytes, from, from + placeBytes)
  }

  /** The numbers of all leaves by the first byte of their places, and where each byte's begin: two million in arrays of JavaScript let the heap grow by 90 MB. */
  #byFirstByte(): { numbers: Uint32Array; starts: Uint32Array } {
    const numbers = new Uint32Array(this.size)
    const starts = new Uint32Array(257)
    for (let n = 0; n < this.size; n += 1) starts[this.#bytes[n * leafBytes]! + 1]! += 1
    for (let byte = 0; byte < 256; byte += 1) starts[byte + 1]! += starts[byte]!
    const next = starts.slice()
    for (let n = 0; n < this.size; n += 1) numbers[next[this.#bytes[n * leafBytes]!]!++] = n
    return { numbers, starts }
  }

  /** In the order of their places, a sorted part at a time: in between, others have their turn. */
  *inOrder(): Generator<PlacedLeaf> {
    const { numbers, starts } = this.#byFirstByte()
    for (let byte = 0; byte < 256; byte += 1) {
      const part = numbers.subarray(starts[byte], starts[byte + 1])
      for (const number of part.sort((one, other) => this.#compare(one, other)))
        yield this.#at(number)
    }
  }
}

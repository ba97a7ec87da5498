/**
 * What a proof of liabilities is made of, byte by byte; docs/proof-format.md says the same for people. A Merkle sum tree: each
 * node has an amount for each kind of claim beside its hash, and its hash covers both children's amounts and hashes, so that
 * a child's amount can't be told differently to different people (what goes wrong otherwise: IACR ePrint 2022/043).
 */
import type { Cents } from '../money.ts'

/** What people have a right to; `unassigned` has arrived, and whose it is isn't known yet. */
export const claims = ['cash', 'held', 'invested', 'promised', 'security', 'unassigned'] as const
export type Claim = (typeof claims)[number]
export type Amounts = Record<Claim, Cents>

/** A node of the tree: what is owed below it, and the hash over all of that. */
export type Sum = { amounts: Amounts; hash: Uint8Array }

export const hashBytes = 32
export const nonceBytes = 32
export const amountBytes = 8
export const amountsBytes = claims.length * amountBytes
export const sumBytes = amountsBytes + hashBytes
/** `GH-` and ten digits, or what stands for them where a leaf is nobody's. */
export const accountBytes = 13
export const unassignedAccount = 'GH-UNASSIGNED'
/** Of a leaf that only fills the tree. */
export const noAccount = '-------------'

/** The largest that a balance can be. No sum may be larger either, so that none can begin again at zero. */
export const largestAmount = 2n ** 63n - 1n

/** How many leaves everybody has: what stands beside a leaf is a share of somebody’s money, not all of it. */
export const partsEach = 2
/** A tree has at least so many leaves, and always a power of two: how many people there are is hardly seen. */
export const smallestDepth = 10

const leafMark = 0
const nodeMark = 1

export const noAmounts: Amounts = {
  cash: 0n,
  held: 0n,
  invested: 0n,
  promised: 0n,
  security: 0n,
  unassigned: 0n,
}

/** Null where a sum would be too large. */
export function added(left: Amounts, right: Amounts): Amounts | null {
  const sum = { ...noAmounts }
  for (const claim of claims) {
    sum[claim] = left[claim] + right[claim]
    if (sum[claim] > largestAmount) return null
  }
  return sum
}

/** What a manifest says is owed to everybody. */
export const owedIn = ({ owed }: { owed: Record<Claim, string> }): Amounts =>
  Object.fromEntries(claims.map((claim) => [claim, BigInt(owed[claim])])) as Amounts

export const areEqual = (one: Amounts, other: Amounts) =>
  claims.every((claim) => one[claim] === other[claim])

export const total = (amounts: Amounts): Cents =>
  claims.reduce((sum, claim) => sum + amounts[claim], 0n)

export function writeAmounts(amounts: Amounts, bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (const [n, claim] of claims.entries()) view.setBigUint64(at + n * amountBytes, amounts[claim])
}

export function readAmounts(bytes: Uint8Array, at: number): Amounts {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const amounts = { ...noAmounts }
  for (const [n, claim] of claims.entries())
    amounts[claim] = view.getBigUint64(at + n * amountBytes)
  return amounts
}

function writeText(text: string, bytes: Uint8Array, at: number): void {
  for (let n = 0; n < text.length; n += 1) bytes[at + n] = text.charCodeAt(n)
}

export type Leaf = {
  /** Its place from the left, from 0 on. */
  index: number
  account: string
  /** Which of the account's parts, from 1 on. */
  part: number
  amounts: Amounts
  nonce: Uint8Array
}

/** What a leaf's hash is of. `snapshot` is of one day's proof alone. Throws where an account isn't written as one. */
export function leafContent(
  snapshot: Uint8Array,
  { index, account, part, amounts, nonce }: Leaf,
): Uint8Array {
  if (!/^[\x20-\x7e]{13}$/.test(account)) throw new Error('An account has 13 characters')
  const bytes = new Uint8Array(1 + hashBytes + 8 + accountBytes + 2 + amountsBytes + nonceBytes)
  let at = 0
  bytes[at++] = leafMark
  bytes.set(snapshot, at)
  at += hashBytes
  new DataView(bytes.buffer).setBigUint64(at, BigInt(index))
  at += 8
  writeText(account, bytes, at)
  at += accountBytes
  bytes[at++] = part
  bytes[at++] = partsEach
  writeAmounts(amounts, bytes, at)
  at += amountsBytes
  bytes.set(nonce, at)
  return bytes
}

/** What a node's hash is of. `level`: 1 is the one above the leaves. */
export function nodeContent(
  snapshot: Uint8Array,
  level: number,
  left: Sum,
  right: Sum,
): Uint8Array {
  const bytes = new Uint8Array(1 + hashBytes + 1 + 2 * sumBytes)
  bytes[0] = nodeMark
  bytes.set(snapshot, 1)
  bytes[1 + hashBytes] = level
  writeSum(left, bytes, 2 + hashBytes)
  writeSum(right, bytes, 2 + hashBytes + sumBytes)
  return bytes
}

export function writeSum({ amounts, hash }: Sum, bytes: Uint8Array, at: number): void {
  writeAmounts(amounts, bytes, at)
  bytes.set(hash, at + amountsBytes)
}

export const readSum = (bytes: Uint8Array, at: number): Sum => ({
  amounts: readAmounts(bytes, at),
  hash: bytes.slice(at + amountsBytes, at + sumBytes),
})

/** The tree over leaves that are known, whole or a page of it. */
import { added, nodeContent, type Sum } from './format.ts'

export type Hash = (bytes: Uint8Array) => Uint8Array

/** Where the sums of two nodes are more than a balance can be: no proof is made. */
export class TooMuch extends Error {}

function parentOf(hash: Hash, snapshot: Uint8Array, level: number, left: Sum, right: Sum): Sum {
  const amounts = added(left.amounts, right.amounts)
  if (amounts === null) throw new TooMuch('What is owed is more than a balance can be')
  return { amounts, hash: hash(nodeContent(snapshot, level, left, right)) }
}

export type Below = {
  hash: Hash
  snapshot: Uint8Array
  /** How many nodes, a power of two, from left to right. */
  sums: readonly Sum[]
  /** Of these nodes: 0 where they are leaves. */
  level: number
}

function levelAbove({ hash, snapshot, sums, level }: Below): Sum[] {
  const above: Sum[] = []
  for (let n = 0; n < sums.length; n += 2)
    above.push(parentOf(hash, snapshot, level + 1, sums[n]!, sums[n + 1]!))
  return above
}

/** The node over all of these, and what stands beside the way from one of them up to it, from below. */
export function climb(below: Below, index: number): { top: Sum; path: Sum[] } {
  const path: Sum[] = []
  let { sums, level } = below
  for (let at = index; sums.length > 1; at >>= 1, level += 1) {
    path.push(sums[at ^ 1]!)
    sums = levelAbove({ ...below, sums, level })
  }
  return { top: sums[0]!, path }
}

/** The node over all of these. Throws `TooMuch`. */
export const topOf = (below: Below): Sum => climb(below, 0).top

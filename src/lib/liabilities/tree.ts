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

/** These nodes, and all above them, a level each, up to the one over all of them. Throws `TooMuch`. */
export function levelsOf(below: Below): (readonly Sum[])[] {
  const levels = [below.sums]
  for (let { sums, level } = below; sums.length > 1; level += 1) {
    sums = levelAbove({ ...below, sums, level })
    levels.push(sums)
  }
  return levels
}

/** What stands beside the way from one of the lowest up to the node over all, from below. */
export const pathIn = (levels: readonly (readonly Sum[])[], index: number): Sum[] =>
  levels.slice(0, -1).map((sums, level) => sums[(index >> level) ^ 1]!)

/** The node over all of these. Throws `TooMuch`. */
export const topOf = (below: Below): Sum => levelsOf(below).at(-1)![0]!

/**
 * A Merkle tree over a list, leaf by leaf, in memory that grows with the logarithm of its length. Source: RFC 6962,
 * section 2.1. Leaves and nodes are hashed with different first bytes, so that a node can't pass for a leaf.
 */

export type Hash = (bytes: Uint8Array) => Uint8Array

const leafMark = Uint8Array.of(0)
const nodeMark = Uint8Array.of(1)

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export const leafHash = (hash: Hash, leaf: Uint8Array): Uint8Array => hash(joined(leafMark, leaf))

export class MerkleTree {
  readonly #hash: Hash
  /** Complete subtrees from left to right, each larger than the next, with how many leaves each has. */
  readonly #subtrees: { leaves: number; hash: Uint8Array }[] = []
  leaves = 0

  constructor(hash: Hash) {
    this.#hash = hash
  }

  /** Adds the next leaf by its hash, as `leafHash` makes it: one leaf may stand in many trees. */
  add(leaf: Uint8Array): void {
    this.leaves += 1
    let last = { leaves: 1, hash: leaf }
    while (this.#subtrees.at(-1)?.leaves === last.leaves) {
      const left = this.#subtrees.pop()!
      last = { leaves: left.leaves + last.leaves, hash: this.#node(left.hash, last.hash) }
    }
    this.#subtrees.push(last)
  }

  /** The root over the leaves so far. Of none it is the hash of nothing. */
  root(): Uint8Array {
    if (this.leaves === 0) return this.#hash(new Uint8Array())
    return this.#subtrees
      .map(({ hash }) => hash)
      .reduceRight((right, left) => this.#node(left, right))
  }

  #node(left: Uint8Array, right: Uint8Array): Uint8Array {
    return this.#hash(joined(nodeMark, left, right))
  }
}

import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { leafHash, MerkleTree } from './merkle.ts'

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function rootOf(leaves: readonly string[]): string {
  const tree = new MerkleTree(sha256)
  for (const leaf of leaves) tree.add(leafHash(sha256, Buffer.from(leaf, 'hex')))
  return hex(tree.root())
}

/** The definition of RFC 6962, word for word: the left half is the largest power of two below the length. */
function byDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(Buffer.alloc(0))
  if (leaves.length === 1) return sha256(Buffer.concat([Buffer.of(0), leaves[0]!]))
  const half = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  return sha256(
    Buffer.concat([
      Buffer.of(1),
      byDefinition(leaves.slice(0, half)),
      byDefinition(leaves.slice(half)),
    ]),
  )
}

// The vectors of the reference implementation of Certificate Transparency.
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('a Merkle tree', () => {
  test.each(roots.map((root, leaves) => ({ leaves, root })))(
    'of $leaves leaves has the known root',
    ({ leaves, root }) => expect(rootOf(inputs.slice(0, leaves))).toBe(root),
  )

  test('of any length is what the definition says', () => {
    const leaves = Array.from({ length: 70 }, (_, i) => Buffer.from(`leaf ${i}`))
    for (let length = 0; length <= leaves.length; length += 1) {
      const some = leaves.slice(0, length)
      expect(rootOf(some.map(hex))).toBe(hex(byDefinition(some)))
    }
  })

  test('can be asked for its root and grow on', () => {
    const tree = new MerkleTree(sha256)
    for (const [i, input] of inputs.entries()) {
      expect(hex(tree.root())).toBe(roots[i])
      tree.add(leafHash(sha256, Buffer.from(input, 'hex')))
    }
    expect(hex(tree.root())).toBe(roots.at(-1))
  })

  test('takes no node for a leaf', () => {
    const [left, right] = ['00', '10'].map((leaf) =>
      leafHash(sha256, Buffer.from(leaf, 'hex')),
    ) as [Uint8Array, Uint8Array]
    expect(rootOf([hex(Buffer.concat([left, right]))])).not.toBe(rootOf(['00', '10']))
  })
})

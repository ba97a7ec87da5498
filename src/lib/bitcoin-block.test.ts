import { hash } from 'node:crypto'
import { Transaction as Signed, p2wpkh } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { ChainFault, readBlock, readTransaction } from './bitcoin-block.ts'

/** The first block of all. */
const genesis = Uint8Array.fromHex(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c' +
    '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff' +
    '0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
)

/** Signed, with a witness, by a key of one repeated byte. */
function signed(amounts: bigint[]) {
  const key = new Uint8Array(32).fill(7)
  const place = p2wpkh(
    Uint8Array.fromHex('02989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f'),
  )
  const made = new Signed()
  const sum = amounts.reduce((all, amount) => all + amount, 0n)
  made.addInput({
    txid: 'ab'.repeat(32),
    index: 5,
    witnessUtxo: { script: place.script, amount: sum },
  })
  for (const amount of amounts) made.addOutput({ script: place.script, amount })
  made.sign(key)
  made.finalize()
  return { made, script: place.script.toHex() }
}

describe('a transaction', () => {
  test('with a witness has the id of the library that signed it, and its outputs', () => {
    for (const amounts of [[1n], [546n, 21_000_000n * 100_000_000n - 546n], Array(300).fill(7n)]) {
      const { made, script } = signed(amounts)
      expect(readTransaction(made.extract())).toEqual({
        txid: made.id,
        spends: [{ txid: 'ab'.repeat(32), output: 5 }],
        outputs: amounts.map((amount) => ({ amount, script })),
      })
    }
  })

  test('that is cut anywhere, or has something behind it, is refused', () => {
    const whole = signed([1n, 2n]).made.extract()
    for (let length = 0; length < whole.length; length++)
      expect(() => readTransaction(whole.subarray(0, length)), String(length)).toThrow(ChainFault)
    expect(() => readTransaction(Uint8Array.of(...whole, 0))).toThrow(/follows/)
  })

  test('of more coins than there are is refused', () => {
    const whole = signed([1n]).made.extract()
    const at = whole.toHex().indexOf('0100000000000000') / 2
    expect(() => readTransaction(whole.with(at + 7, 1))).toThrow(/more than there is/)
  })
})

describe('a block', () => {
  test('has its hash, the one before and its transactions', () =>
    expect(readBlock(genesis)).toEqual({
      hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      previous: '0'.repeat(64),
      time: Date.UTC(2009, 0, 3, 18, 15, 5) / 1000,
      transactions: [
        {
          txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
          spends: [{ txid: '0'.repeat(64), output: 0xffffffff }],
          outputs: [
            { amount: 50n * 100_000_000n, script: expect.stringMatching(/^4104678a.*ac$/) },
          ],
        },
      ],
    }))

  test('with any byte of a transaction changed isn’t what its header says', () => {
    for (let at = 80; at < genesis.length; at++)
      expect(() => readBlock(genesis.with(at, genesis[at]! ^ 1)), String(at)).toThrow(ChainFault)
  })

  test('in which the last transactions stand twice is refused, though the root is the same', () => {
    const [one, other] = [signed([1n]), signed([2n])].map(({ made }) => made)
    const blockOf = (transactions: Uint8Array[], root: Uint8Array) => {
      const header = genesis.slice(0, 80)
      header.set(root, 36)
      return Uint8Array.of(
        ...header,
        transactions.length,
        ...transactions.flatMap((bytes) => [...bytes]),
      )
    }
    const ids = [one!.id, other!.id]
    const root = rootOf(ids)
    const bytes = [one!.extract(), other!.extract()]
    expect(readBlock(blockOf(bytes, root)).transactions.map(({ txid }) => txid)).toEqual(ids)
    expect(rootOf([...ids, ...ids])).not.toEqual(root)
    const three = [...bytes, signed([3n]).made.extract()]
    const rootOfThree = rootOf([...ids, signed([3n]).made.id])
    expect(readBlock(blockOf(three, rootOfThree)).transactions).toHaveLength(3)
    expect(() => readBlock(blockOf([...three, three[2]!], rootOfThree))).toThrow(/stands twice/)
  })
})

/** By other means: of up to four ids, as they are read. */
function rootOf(ids: string[]): Uint8Array {
  const once = (bytes: Uint8Array) => new Uint8Array(hash('sha256', bytes, 'buffer'))
  const hashed = (bytes: Uint8Array) => once(once(bytes))
  let row = ids.map((id) => Uint8Array.fromHex(id).reverse())
  do {
    if (row.length % 2 === 1) row.push(row.at(-1)!)
    row = row.flatMap((left, at) =>
      at % 2 ? [] : [hashed(Uint8Array.of(...left, ...row[at + 1]!))],
    )
  } while (row.length > 1)
  return row[0]!
}

import type { HDKey } from '@scure/bip32'
import { base64, hex } from '@scure/base'
import { RawTx, Transaction } from '@scure/btc-signer'
import type { Signer } from '@scure/btc-signer/transaction.js'
import { describe, expect, test } from 'vitest'
import { masterOf, fingerprintOf } from '../../tests/support/wallets.ts'
import { descriptorChecksum, placeAt, readDescriptor, type Wallet } from './output-descriptor.ts'
import type { Coin } from './payout-batch.ts'
import {
  buildReserveProof,
  checkReserveProof,
  coinsIn,
  finishReserveProof,
  finishReserveProofs,
  ReserveFault,
} from './reserve-proof.ts'

const signers = [1, 2, 3].map(masterOf) as [HDKey, HDKey, HDKey]
const keyOf = (signer: HDKey, path: string) =>
  `[${fingerprintOf(signer)}/${path}]${signer.derive(`m/${path.replaceAll('h', "'")}`).publicExtendedKey}/<0;1>/*`
const read = (body: string) => readDescriptor(`${body}#${descriptorChecksum(body)}`, 'regtest')
const ofOne = read(`wpkh(${keyOf(signers[0], '84h/1h/0h')})`)
const ofTaproot = read(`tr(${keyOf(signers[0], '86h/1h/0h')})`)
const ofThree = read(
  `wsh(sortedmulti(2,${signers.map((signer) => keyOf(signer, '48h/1h/0h/2h')).join(',')}))`,
)

/** In a transaction of its own. */
function coin(wallet: Wallet, amount: bigint, index: number): Coin {
  const before = new Transaction({})
  before.addInput({ txid: index.toString(16).padStart(64, 'a'), index: 0 })
  before.addOutput({ script: hex.decode(placeAt(wallet, 'people', index).script), amount })
  return {
    txid: before.id,
    output: 0,
    amount,
    branch: 'people',
    index,
    transaction: before.toBytes(),
  }
}
const coinsOf = (wallet: Wallet) =>
  [50_000n, 7n, 21_000_000n].map((cents, n) => coin(wallet, cents, n))

function signed(psbt: string, signer: HDKey): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownInputs: true })
  for (let n = 1; n < transaction.inputsLength; n += 1) transaction.signIdx(signer as Signer, n)
  return base64.encode(transaction.toPSBT())
}

const message = 'ab'.repeat(32)
const proofOf = (wallet: Wallet, ...by: HDKey[]) => {
  const { psbt, coins } = buildReserveProof(wallet, coinsOf(wallet), message)
  return {
    coins,
    transaction: finishReserveProof(
      psbt,
      by.map((signer) => signed(psbt, signer)),
    ),
  }
}
const one = proofOf(ofOne, signers[0])
const taproot = proofOf(ofTaproot, signers[0])
const several = proofOf(ofThree, signers[0], signers[2])

describe('a proof of coins', () => {
  test.each([
    ['one key', one],
    ['two of three keys', several],
    ['taproot', taproot],
  ])('of %s holds over all coins', (_, { coins, transaction }) =>
    expect(checkReserveProof(transaction, coins, message)).toBe(21_050_007n),
  )

  test('can never be mined: it spends the hash of its message, and leaves no fee', () => {
    const { inputs, outputs } = RawTx.decode(hex.decode(one.transaction))
    // As `printf 'Proof-of-Reserves: abab…' | sha256sum` prints it, in the order of the transaction's bytes.
    expect(hex.encode(inputs[0]!.txid.toReversed())).toBe(
      'e882e3df7a4594c5404f961e9c135b8a7738c09335b3d30c8f554e6fdd7c0ca3',
    )
    expect(outputs.map(({ amount }) => amount)).toEqual([21_050_007n])
  })

  test('isn’t whole while a signature is missing', () => {
    const { psbt } = buildReserveProof(ofThree, coinsOf(ofThree), message)
    expect(() => finishReserveProof(psbt, [signed(psbt, signers[1])])).toThrow(ReserveFault)
  })

  test('is found among files of several proofs, in whichever order they came back', () => {
    const proofs = [ofOne, ofThree].map((wallet) =>
      buildReserveProof(wallet, coinsOf(wallet), message),
    )
    const [single, shared] = proofs.map(({ psbt }) => psbt)
    const files = [
      signed(shared!, signers[2]),
      signed(single!, signers[0]),
      signed(shared!, signers[0]),
    ].map((content, n) => ({ name: `${n}.psbt`, content: base64.decode(content) }))
    const made = finishReserveProofs(files)
    expect(made.map(coinsIn)).toEqual(
      proofs.toReversed().map(({ coins }) => coins.map(({ txid, output }) => ({ txid, output }))),
    )
    const coins = proofs.toReversed().map((proof) => proof.coins)
    expect(
      made.map((transaction, n) => checkReserveProof(transaction, coins[n]!, message)),
    ).toEqual([21_050_007n, 21_050_007n])
    const other = { name: 'other.txt', content: 'no PSBT' }
    expect(() => finishReserveProofs([...files, other])).toThrow(/other\.txt can’t be read/)
  })

  test('isn’t made of signatures of another proof', () => {
    const { psbt } = buildReserveProof(ofOne, coinsOf(ofOne), message)
    const other = buildReserveProof(ofOne, coinsOf(ofOne), 'another message')
    expect(() => finishReserveProof(psbt, [signed(other.psbt, signers[0])])).toThrow(ReserveFault)
  })
})

describe.each([
  ['one key', one],
  ['taproot', taproot],
])('a lie about coins of %s', (_, { coins, transaction }) => {
  const check =
    (changed: Partial<{ transaction: string; coins: typeof coins; message: string }>) => () =>
      checkReserveProof(
        changed.transaction ?? transaction,
        changed.coins ?? coins,
        changed.message ?? message,
      )

  test.each<[string, () => bigint]>([
    ['over another message', check({ message: 'cd'.repeat(32) })],
    ['with a coin left out of the list', check({ coins: coins.slice(1) })],
    ['with a coin that isn’t signed', check({ coins: [...coins, { ...coins[0]!, output: 9 }] })],
    ['with a larger amount', check({ coins: coins.with(0, { ...coins[0]!, amount: 50_001n }) })],
    [
      'with amounts exchanged',
      check({
        coins: coins.map((each, n) => ({ ...each, amount: coins[(n + 1) % 3]!.amount })),
      }),
    ],
    [
      'of somebody else’s script',
      check({ coins: coins.with(0, { ...coins[0]!, script: `0014${'ab'.repeat(20)}` }) }),
    ],
    ['that is no transaction', check({ transaction: '00' })],
    [
      'with signatures of two proofs',
      check({ transaction: proofOf(ofThree, signers[0], signers[1]).transaction }),
    ],
  ])('%s is refused', (_, lie) => expect(lie).toThrow(ReserveFault))

  test('in any single bit of it is refused', () => {
    const bytes = hex.decode(transaction)
    const places = Array.from({ length: bytes.length }, (_, at) => at).filter((at) => at % 5 === 0)
    const taken = places.filter((at) => {
      const flipped = bytes.slice()
      flipped[at]! ^= 1 << (at % 8)
      try {
        checkReserveProof(hex.encode(flipped), coins, message)
        return true
      } catch {
        return false
      }
    })
    expect(taken).toEqual([])
  })
})

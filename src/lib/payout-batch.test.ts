import { HDKey } from '@scure/bip32'
import { base64, hex } from '@scure/base'
import { RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js'
import type { Signer } from '@scure/btc-signer/transaction.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import {
  descriptorChecksum,
  placeAt,
  readDescriptor,
  type Branch,
  type Wallet,
} from './output-descriptor.ts'
import { buildBatch, PayoutFault, type Batch, type Coin, type Order } from './payout-batch.ts'
import { combine, readSigned } from './payout-signatures.ts'

const signers = [1, 2, 3].map((byte) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(byte), { public: 0x043587cf, private: 0x04358394 }),
)
const [anna, boris, clara] = signers as [HDKey, HDKey, HDKey]
const fingerprint = (signer: HDKey) => signer.fingerprint.toString(16).padStart(8, '0')

function keyOf(signer: HDKey, path: string) {
  const account = signer.derive(`m/${path.replaceAll('h', "'")}`).publicExtendedKey
  return `[${fingerprint(signer)}/${path}]${account}/<0;1>/*`
}
const read = (body: string) => readDescriptor(`${body}#${descriptorChecksum(body)}`, 'regtest')
const ofOne = read(`wpkh(${keyOf(anna, '84h/1h/0h')})`)
const ofTaproot = read(`tr(${keyOf(anna, '86h/1h/0h')})`)
const ofThree = read(
  `wsh(sortedmulti(2,${signers.map((signer) => keyOf(signer, '48h/1h/0h/2h')).join(',')}))`,
)

let made = 0
/** A coin of the wallet, in a transaction of its own that also pays somebody in a way nobody knows. */
function coin(wallet: Wallet, amount: bigint, branch: Branch = 'people', index = 7): Coin {
  const before = new Transaction({ allowUnknownOutputs: true })
  before.addInput({ txid: (made += 1).toString(16).padStart(64, '0'), index: 0 })
  before.addOutput({ script: hex.decode('6a026869'), amount: 0n })
  before.addOutput({ script: hex.decode(placeAt(wallet, branch, index).script), amount })
  return { txid: before.id, output: 1, amount, branch, index, transaction: before.toBytes() }
}
const coins = (wallet: Wallet, ...amounts: bigint[]) =>
  amounts.map((amount, index) => coin(wallet, amount, index % 2 ? 'change' : 'people', index))

const somebody = `0014${'ab'.repeat(20)}`
const somebodyElse = `5120${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`
const payments = [
  { script: somebody, amount: 90_000n },
  { script: somebodyElse, amount: 20_000n },
  { script: somebody, amount: 90_000n },
]
const order = (wallet: Wallet, changed: Partial<Order> = {}): Order => ({
  wallet,
  coins: coins(wallet, 100_000n, 110_000n, 120_000n),
  payments,
  feeRate: 5n,
  changeIndex: 3,
  mustSpend: null,
  ...changed,
})

/** What a signer answers who signs all that is theirs. */
function signed(psbt: string, signer: HDKey): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  transaction.sign(signer as Signer)
  return base64.encode(transaction.toPSBT())
}
function finished(psbt: string, ...by: HDKey[]): Transaction {
  const transaction = Transaction.fromPSBT(base64.decode(by.reduce(signed, psbt)))
  transaction.finalize()
  return transaction
}
const total = (of: readonly { amount: bigint }[]) => of.reduce((sum, each) => sum + each.amount, 0n)

describe('a batch', () => {
  test('pays what was approved, in this order, and the change behind it to the wallet', () => {
    const asked = order(ofThree)
    const { outputs, change, fee, inputs } = buildBatch(asked)
    expect(outputs.slice(0, -1)).toEqual(payments)
    const spent = asked.coins.filter(({ txid }) => inputs.some((input) => input.txid === txid))
    expect(change).toEqual({ output: 3, index: 3, amount: total(spent) - total(payments) - fee })
    expect(outputs.at(-1)).toEqual({
      script: placeAt(ofThree, 'change', 3).script,
      amount: change!.amount,
    })
  })

  test.each([
    ['one key', ofOne],
    ['several keys', ofThree],
  ])('says everything that a signer needs: %s', (_, wallet) => {
    const asked = order(wallet)
    const { psbt, inputs, txid } = buildBatch(asked)
    const transaction = Transaction.fromPSBT(base64.decode(psbt))
    expect([transaction.id, transaction.version, transaction.lockTime]).toEqual([txid, 2, 0])
    for (const [n, { txid: before, output }] of inputs.entries()) {
      const spent = asked.coins.find((one) => one.txid === before)!
      const { script, witnessScript } = placeAt(wallet, spent.branch, spent.index)
      const input = transaction.getInput(n)
      expect(input.sequence).toBe(0xfffffffd)
      expect(input.sighashType).toBe(SigHash.ALL)
      expect(input.witnessUtxo).toEqual({ script: hex.decode(script), amount: spent.amount })
      expect(RawTx.encode(input.nonWitnessUtxo!)).toEqual(spent.transaction)
      expect(output).toBe(1)
      expect(input.witnessScript && hex.encode(input.witnessScript)).toBe(
        witnessScript ?? undefined,
      )
      expect(input.bip32Derivation).toHaveLength(wallet.keys.length)
      for (const [key, { fingerprint: of, path }] of input.bip32Derivation!) {
        const signer = signers.find((one) => one.fingerprint === of)!
        const child = path.reduce((parent, step) => parent.deriveChild(step), signer)
        expect(hex.encode(child.publicKey!)).toBe(hex.encode(key))
      }
    }
    expect(transaction.getOutput(3).bip32Derivation).toHaveLength(wallet.keys.length)
  })

  test('says what a signer of taproot needs, and nothing that only older kinds need', () => {
    const asked = order(ofTaproot)
    const { psbt, inputs } = buildBatch(asked)
    const transaction = Transaction.fromPSBT(base64.decode(psbt))
    type Derived = ReturnType<Transaction['getInput']>['tapBip32Derivation']
    const isDerived = (derived: Derived) => {
      const [[key, { hashes, der }]] = derived as [NonNullable<Derived>[0]]
      expect([hashes, der.fingerprint]).toEqual([[], anna.fingerprint])
      const path = der.path as number[]
      const child = path.reduce((parent, step) => parent.deriveChild(step), anna)
      expect(hex.encode(child.publicKey!.subarray(1))).toBe(hex.encode(key))
    }
    for (const [n, { txid: before }] of inputs.entries()) {
      const spent = asked.coins.find((one) => one.txid === before)!
      const { script, internalKey } = placeAt(ofTaproot, spent.branch, spent.index)
      const { bip32Derivation, nonWitnessUtxo, sighashType, ...input } = transaction.getInput(n)
      expect([bip32Derivation, nonWitnessUtxo, sighashType]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect(input.witnessUtxo).toEqual({ script: hex.decode(script), amount: spent.amount })
      expect(hex.encode(input.tapInternalKey!)).toBe(internalKey)
      isDerived(input.tapBip32Derivation)
    }
    const change = transaction.getOutput(3)
    expect(change.bip32Derivation).toBeUndefined()
    expect(hex.encode(change.tapInternalKey!)).toBe(placeAt(ofTaproot, 'change', 3).internalKey)
    isDerived(change.tapBip32Derivation)
  })

  test.each([
    ['of one key', ofOne, 1],
    ['of two of three keys', ofThree, 2],
    ['of taproot', ofTaproot, 1],
  ])('pays for no less than it is long, %s', (_, wallet, count) => {
    const built = buildBatch(order(wallet))
    const { vsize } = finished(built.psbt, ...signers.slice(0, count))
    expect(built.vsize).toBeGreaterThanOrEqual(vsize)
    expect(built.vsize).toBeLessThan(vsize + 4)
    expect(built.fee).toBe(BigInt(built.vsize) * 5n)
  })

  test('of a wallet that has retired leaves its change to one of taproot, and the other way round', () => {
    for (const [wallet, changeTo] of [
      [ofOne, ofTaproot],
      [ofTaproot, ofThree],
    ] as const) {
      const { psbt, outputs } = buildBatch(order(wallet, { changeTo }))
      expect(outputs.at(-1)!.script).toBe(placeAt(changeTo, 'change', 3).script)
      const change = Transaction.fromPSBT(base64.decode(psbt)).getOutput(3)
      expect(change.tapInternalKey !== undefined).toBe(changeTo === ofTaproot)
      expect(change.bip32Derivation !== undefined).toBe(changeTo !== ofTaproot)
      expect(readSigned(psbt, signed(psbt, anna))).toHaveLength(2)
    }
  })

  test('is the same to the byte for the same order, however its coins stand', () => {
    const asked = order(ofThree)
    const again = buildBatch({ ...asked, coins: asked.coins.toReversed() })
    expect(again).toEqual(buildBatch(asked))
  })

  test('leaves what isn’t worth an output to the miners', () => {
    const asked = order(ofOne, { coins: coins(ofOne, 201_300n) })
    const { change, fee, outputs } = buildBatch(asked)
    expect({ change, fee, outputs }).toEqual({ change: null, fee: 1_300n, outputs: payments })
    const more = buildBatch({ ...asked, coins: coins(ofOne, 202_000n) })
    expect(more.change!.amount).toBeGreaterThan(294n)
    expect(more.outputs).toHaveLength(4)
  })

  test('takes fewer large coins where many small ones would do exactly', () => {
    const small = Array.from({ length: 60 }, () => 10_000n)
    const asked = order(ofOne, {
      coins: coins(ofOne, 1_000_000n, ...small),
      payments: [{ script: somebody, amount: 546_100n }],
      feeRate: 1n,
    })
    expect(buildBatch(asked).inputs).toHaveLength(1)
    const withoutLarge = { ...asked, coins: asked.coins.slice(1) }
    expect(() => buildBatch(withoutLarge)).toThrow(/more than 50 coins/)
  })

  test('built anew spends a coin of the one before, whatever else it spends', () => {
    const before = order(ofThree)
    const first = buildBatch(before)
    const later = [...before.coins, ...coins(ofThree, 500_000n)]
    const rebuilt = { ...before, coins: later, feeRate: 9n, payments: payments.slice(1) }
    const isShared = ({ inputs }: Batch) =>
      inputs.some(({ txid }) => first.inputs.some((input) => input.txid === txid))
    expect(isShared(buildBatch(rebuilt))).toBe(false)
    for (const mustSpend of first.inputs)
      expect(buildBatch({ ...rebuilt, mustSpend }).inputs).toContainEqual(mustSpend)
    const gone = { ...rebuilt, mustSpend: { txid: 'ab'.repeat(32), output: 0 } }
    expect(() => buildBatch(gone)).toThrow(/no longer unspent/)
  })

  /** A signature is of 71 or 72 bytes as chance has it, and is reckoned with 72: less than a virtual byte for each. */
  test.each([
    ['one key', ofOne, [anna]],
    ['several keys', ofThree, [clara, anna]],
  ] as const)('has the fee of its rate once it is signed: %s', (_, wallet, by) => {
    const amount = fc.bigInt({ min: 294n, max: 2_000_000n })
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 12 }),
        fc.array(amount, { minLength: 1, maxLength: 3 }),
        fc.bigInt({ min: 1n, max: 60n }),
        (has, pays, feeRate) => {
          const asked = order(wallet, {
            coins: coins(wallet, 2_500_000n, ...has),
            payments: pays.map((each) => ({ script: somebody, amount: each })),
            feeRate,
          })
          fc.pre(total(asked.payments) < 2_400_000n)
          const { psbt, fee, vsize, inputs, outputs, change, txid } = buildBatch(asked)
          const spent = asked.coins.filter((one) => inputs.some((input) => input.txid === one.txid))
          const whole = finished(psbt, ...by)
          expect([whole.id, whole.fee]).toEqual([txid, fee])
          expect(fee).toBe(total(spent) - total(outputs))
          expect(whole.vsize).toBeLessThanOrEqual(vsize)
          expect(vsize - whole.vsize).toBeLessThanOrEqual(inputs.length * by.length)
          // Without change, what isn't worth an output is left to the miners: 330 and the output's 43 virtual bytes, at most.
          const left = fee - feeRate * BigInt(vsize)
          expect(left).toBeGreaterThanOrEqual(0n)
          expect(left).toBeLessThanOrEqual(change ? 0n : 330n + 43n * feeRate)
          if (change) expect(change.amount).toBeGreaterThanOrEqual(294n)
        },
      ),
      { numRuns: 15, seed: 19 },
    )
  })

  const [first, ...rest] = coins(ofOne, 300_000n, 50_000n) as [Coin, Coin]
  const spoiled = (change: Partial<Coin>) => ({ coins: [{ ...first, ...change }, ...rest] })
  const one = (script: string, amount: bigint) => ({ payments: [payments[0]!, { script, amount }] })
  test.each<[what: string, changed: Partial<Order>, says: RegExp]>([
    ['nobody to pay', { payments: [] }, /pays nobody/],
    ['no fee', { feeRate: 0n }, /from 1 to 1000/],
    ['a fee below none', { feeRate: -5n }, /from 1 to 1000/],
    ['too high a fee', { feeRate: 1_001n }, /from 1 to 1000/],
    ['dust to an address with a witness', one(somebody, 293n), /Payment 1 .* below 294\./],
    ['dust to a script', one(`a914${'cd'.repeat(20)}87`, 539n), /below 540\./],
    ['dust to a key', one(`76a914${'cd'.repeat(20)}88ac`, 545n), /below 546\./],
    ['dust to Taproot', one(somebodyElse, 329n), /below 330\./],
    ['nothing', one(somebody, 0n), /below 294/],
    ['less than nothing', one(somebody, -1_000n), /below 294/],
    ['to a script of no address', one('6a026869', 1_000n), /Payment 1 goes to a script/],
    ['to an empty script', one('', 1_000n), /goes to a script/],
    ['to a point that isn’t on the curve', one(`5120${'ff'.repeat(32)}`, 1_000n), /to a script/],
    ['to a witness of the future', one(`5220${'ab'.repeat(32)}`, 1_000n), /to a script/],
    ['more than there is', one(somebody, 300_000n), /has 350000 satoshi unspent/],
    ['all there is, and nothing for the fee', one(somebody, 260_000n), /and their fee/],
    ['the same coin twice', { coins: [first, ...rest, first] }, /stands twice/],
    ['a coin of another transaction', spoiled({ txid: 'ab'.repeat(32) }), /has another id/],
    ['an output that isn’t there', spoiled({ output: 2 }), /no such output/],
    ['an output that isn’t the wallet’s', spoiled({ output: 0, amount: 0n }), /isn’t the wallet’s/],
    ['another index', spoiled({ index: 1 }), /isn’t the wallet’s at index 1 of people/],
    ['the other branch', spoiled({ branch: 'change' }), /at index 0 of change/],
    ['another amount', spoiled({ amount: 300_001n }), /says 300000 satoshi/],
    ['half a transaction', spoiled({ transaction: first.transaction.slice(9) }), /can’t be read/],
  ])('is refused: %s', (_, changed, says) => {
    const building = () => buildBatch(order(ofOne, { coins: [first, ...rest], ...changed }))
    expect(building).toThrow(PayoutFault)
    expect(building).toThrow(says)
  })

  test('of an amount at the limit of dust, or at the limits of the fee, is built', () => {
    const least = [
      { script: somebody, amount: 294n },
      { script: `a914${'cd'.repeat(20)}87`, amount: 540n },
      { script: `76a914${'cd'.repeat(20)}88ac`, amount: 546n },
      { script: somebodyElse, amount: 330n },
    ]
    for (const feeRate of [1n, 1_000n])
      expect(
        buildBatch(order(ofOne, { payments: least, feeRate, coins: [first] })).outputs,
      ).toEqual(expect.arrayContaining(least))
  })

  test('for more people than nodes pass on in one is refused', () => {
    const many = Array.from({ length: 4_000 }, () => ({ script: somebody, amount: 1_000n }))
    const asked = order(ofOne, { coins: coins(ofOne, 90_000_000n), payments: many })
    expect(() => buildBatch(asked)).toThrow(/larger than what nodes pass on/)
  })
})

describe('what comes back', () => {
  const single = buildBatch(order(ofOne))
  const several = buildBatch(order(ofThree))
  const taproot = buildBatch(order(ofTaproot))

  test.each([
    ['of one key', single],
    ['of taproot', taproot],
  ])('from one signer is complete, in whatever form it comes: %s', (_, single) => {
    // Once: a signature of taproot is another one each time.
    const psbt = signed(single.psbt, anna)
    const whole = Transaction.fromPSBT(base64.decode(psbt))
    whole.finalize()
    const found = readSigned(single.psbt, psbt)
    expect(found.map(({ input, fingerprint: by }) => [input, by])).toEqual(
      single.inputs.map((_, n) => [n, fingerprint(anna)]),
    )
    const bytes = base64.decode(psbt)
    const forms = {
      'as it is': bytes,
      'in hex': hex.encode(bytes).toUpperCase(),
      'base64 in a file': new TextEncoder().encode(`${base64.encode(bytes)}\r\n`),
      'base64 in lines': base64.encode(bytes).replaceAll(/.{64}/g, '$&\n'),
      finished: whole.toPSBT(),
      'a transaction': ` ${whole.hex}\n`,
      'a transaction in a file': new TextEncoder().encode(whole.hex),
      'a transaction as it is': hex.decode(whole.hex),
      'saved by Windows with a mark': new TextEncoder().encode(`\ufeff${base64.encode(bytes)}\r\n`),
      'saved by PowerShell': twoBytesALetter(`\ufeff${base64.encode(bytes)}\r\n`),
      'and sent by a browser': base64.encode(twoBytesALetter(`\ufeff${whole.hex}`)),
    }
    for (const [form, uploaded] of Object.entries(forms))
      expect(readSigned(single.psbt, uploaded), form).toEqual(found)
    expect(combine(single.psbt, null, found)).toMatchObject({
      txid: single.txid,
      transaction: whole.hex,
    })
  })

  test('from two of three is complete with the second, whoever is first', () => {
    const add = (kept: string | null, by: HDKey) =>
      combine(several.psbt, kept, readSigned(several.psbt, signed(kept ?? several.psbt, by)))
    const one = add(null, anna)
    const both = add(one.kept, clara)
    const otherWay = add(add(null, clara).kept, anna)
    expect(one).toMatchObject({ txid: several.txid, transaction: null })
    expect(one.signed).toEqual(
      several.inputs.map(() => ({ by: [fingerprint(anna)], threshold: 2 })),
    )
    expect(both).toEqual(otherWay)
    expect(both.transaction).toBe(finished(several.psbt, anna, clara).hex)
    expect(Transaction.fromRaw(hex.decode(both.transaction!)).id).toBe(several.txid)
    // The third and the same again change nothing of what is there.
    expect(add(both.kept, anna)).toEqual(both)
    const all = add(both.kept, boris)
    expect(all.signed[0]!.by).toHaveLength(3)
    expect(Transaction.fromRaw(hex.decode(all.transaction!)).id).toBe(several.txid)
    expect(readSigned(several.psbt, all.transaction!)).toHaveLength(2 * several.inputs.length)
  })

  test('twice from one key counts as it came first', () => {
    const first = combine(single.psbt, null, readSigned(single.psbt, signed(single.psbt, anna)))
    const again = Transaction.fromPSBT(base64.decode(single.psbt), { lowR: true })
    again.sign(anna as Signer)
    const others = readSigned(single.psbt, again.toPSBT())
    expect(others).not.toEqual(readSigned(single.psbt, first.kept))
    expect(combine(single.psbt, first.kept, others)).toEqual(first)
  })

  test('input by input is complete with the last', () => {
    const found = readSigned(single.psbt, signed(single.psbt, anna))
    let kept = combine(single.psbt, null, [])
    for (const signature of found) {
      expect(kept.transaction).toBeNull()
      kept = combine(single.psbt, kept.kept, [signature])
    }
    expect(kept.transaction).toBe(finished(single.psbt, anna).hex)
  })

  test('of another batch is refused, however well it is signed', () => {
    const others = {
      'another amount': { payments: payments.with(0, { ...payments[0]!, amount: 90_001n }) },
      'another place': { payments: payments.with(0, { ...payments[0]!, script: somebodyElse }) },
      'another fee': { feeRate: 6n },
      'another place of the change': { changeIndex: 4 },
    }
    const asked = order(ofOne)
    const { psbt } = buildBatch(asked)
    for (const [what, changed] of Object.entries(others)) {
      const other = buildBatch({ ...asked, ...changed })
      expect(() => readSigned(psbt, signed(other.psbt, anna)), what).toThrow(/isn’t this batch/)
      expect(() => readSigned(psbt, finished(other.psbt, anna).hex), what).toThrow(PayoutFault)
    }
  })

  test.each<[what: string, uploaded: string | Uint8Array, says: RegExp]>([
    ['unsigned', single.psbt, /Nobody has signed/],
    ['an unsigned transaction', hex.encode(psbtOf(single).unsignedTx), /Nobody has signed/],
    ['nothing', '', /neither a PSBT/],
    ['an empty file', new Uint8Array(), /neither a PSBT/],
    ['text', 'This isn’t one', /neither a PSBT/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), /neither a PSBT/],
    ['half of it', signed(single.psbt, anna).slice(0, 400), /neither a PSBT/],
    [
      'something behind it',
      hex.decode(`${hex.encode(base64.decode(single.psbt))}01`),
      /neither a PSBT/,
    ],
    [
      'of version 2',
      base64.encode(psbtOf(single).toPSBT(2)),
      /of version 2, .* version 0 \(BIP 174\)/,
    ],
    ['of version 2, signed', finished(single.psbt, anna).toPSBT(2), /or upload the finished/],
    ['a QR code of Sparrow', 'UR:CRYPTO-PSBT/HDOSJOJKIDJYZMADAEJSAO', /animated QR code \(UR\)/],
    ['a QR code of Coldcard', 'B$2P0100FMUE4KXZZ3', /animated QR code \(BBQr\)/],
    [
      'an answer of Bitcoin Core',
      `{"psbt":"${single.psbt}","complete":true}`,
      /only the text behind/,
    ],
  ])('is refused: %s', (_, uploaded, says) => {
    const reading = () => readSigned(single.psbt, uploaded)
    expect(reading).toThrow(PayoutFault)
    expect(reading).toThrow(says)
  })

  test('is verified again when it is put together, and what was kept too', () => {
    const [found, ...others] = readSigned(several.psbt, signed(several.psbt, anna))
    const wrong = { ...found!, signature: others[0]!.signature }
    expect(() => combine(several.psbt, null, [wrong])).toThrow(/is wrong/)
    expect(() => combine(several.psbt, null, [{ ...found!, input: 9 }])).toThrow(/no input 9/)
    const { psbt } = buildBatch(order(ofThree, { changeIndex: 4 }))
    expect(() => combine(several.psbt, signed(psbt, anna), [])).toThrow(/isn’t this batch/)
  })
})

/** As UTF-16 has it. */
const twoBytesALetter = (text: string) =>
  new Uint8Array(
    [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  )

function psbtOf({ psbt }: Batch) {
  return Transaction.fromPSBT(base64.decode(psbt))
}

type Row = [key: Uint8Array, value: Uint8Array]
type Paid = { amount: bigint; script: Uint8Array }
/** What is changed in it: of an input, what stands there depends on whether it is finished. */
type Psbt = {
  global: {
    unsignedTx: {
      version: number
      lockTime: number
      inputs: { txid: Uint8Array; index: number; sequence: number }[]
      outputs: Paid[]
    }
  }
  inputs: {
    witnessUtxo: Paid
    nonWitnessUtxo: { outputs: Paid[] }
    witnessScript: Uint8Array
    sighashType: number
    partialSig: Row[]
    finalScriptSig: Uint8Array
    finalScriptWitness: Uint8Array[]
  }[]
  outputs: object[]
}
const decode = (psbt: Uint8Array) => RawPSBTV0.decode(psbt) as unknown as Psbt
const encode = (psbt: Psbt) =>
  RawPSBTV0.encode(psbt as unknown as Parameters<typeof RawPSBTV0.encode>[0])
type Mutation = (psbt: Psbt, random: Random) => void

const batch = buildBatch(order(ofThree, { coins: coins(ofThree, 80_000n, 80_000n, 80_000n) }))
const partly = signed(signed(batch.psbt, anna), boris)
const whole = finished(batch.psbt, boris, clara)
/** As a signer of the wallet could sign who was told to leave something open. */
const leftOpen = [SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY].map((type) => {
  const transaction = psbtOf(batch)
  for (let n = 0; n < transaction.inputsLength; n += 1) {
    transaction.updateInput(n, { sighashType: type }, true)
    transaction.signIdx(anna as Signer, n, [type])
  }
  return decode(transaction.toPSBT()).inputs.map(({ partialSig }) => partialSig[0]![1])
})
const stranger = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive('m/0/0')

/** r and s of a signature that is shorter or longer than it may be, or the other of two that would do. */
function der(r: bigint, s: bigint, zeros = 0): Uint8Array {
  const number = (value: bigint) => {
    const digits = value.toString(16)
    const even = digits.length % 2 ? `0${digits}` : digits
    const bytes = hex.decode('00'.repeat(zeros) + (/^[89a-f]/.test(even) ? `00${even}` : even))
    return Uint8Array.of(2, bytes.length, ...bytes)
  }
  const both = [...number(r), ...number(s)]
  return Uint8Array.of(0x30, both.length, ...both, SigHash.ALL)
}
function numbersOf(signature: Uint8Array): [r: bigint, s: bigint] {
  const length = signature[3]!
  const [r, s] = [signature.subarray(4, 4 + length), signature.subarray(6 + length, -1)]
  return [BigInt(`0x${hex.encode(r)}`), BigInt(`0x${hex.encode(s)}`)]
}
const curve = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** One of a list, chosen by the seed. */
const some = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)]!
function swap<T>(list: T[], random: Random): void {
  const at = random.below(list.length)
  const other = (at + 1 + random.below(list.length - 1)) % list.length
  ;[list[at], list[other]] = [list[other]!, list[at]!]
}
const flip = (bytes: Uint8Array, random: Random) =>
  void (bytes[random.below(bytes.length)]! ^= 1 << random.below(8))
const another = (random: Random, value: number) => (value ^ (1 << random.below(31))) >>> 0
const transactionOf = (psbt: Psbt) => psbt.global.unsignedTx

const mutations: Record<string, [says: RegExp, Mutation]> = {
  'an output’s script': [
    /script of output \d is/,
    (psbt, random) => flip(some(random, transactionOf(psbt).outputs).script, random),
  ],
  'an output’s amount, more': [
    /amount of output \d is/,
    (psbt, random) =>
      void (some(random, transactionOf(psbt).outputs).amount += BigInt(
        1 + random.below(1_000_000),
      )),
  ],
  'an output’s amount, less': [
    /amount of output \d is/,
    (psbt, random) =>
      void (some(random, transactionOf(psbt).outputs).amount -= BigInt(1 + random.below(9_000))),
  ],
  'an input’s transaction': [
    /coin of input \d is/,
    (psbt, random) => flip(some(random, transactionOf(psbt).inputs).txid, random),
  ],
  'an input’s output': [
    /coin of input \d is/,
    (psbt, random) => {
      const input = some(random, transactionOf(psbt).inputs)
      input.index = another(random, input.index)
    },
  ],
  'an input’s sequence': [
    /sequence of input \d is/,
    (psbt, random) => {
      const input = some(random, transactionOf(psbt).inputs)
      input.sequence = another(random, input.sequence)
    },
  ],
  'the lock time': [
    /lock time is/,
    (psbt, random) => void (transactionOf(psbt).lockTime = another(random, 0)),
  ],
  'the version': [
    /version is/,
    (psbt, random) => void (transactionOf(psbt).version = another(random, 2)),
  ],
  'the order of outputs': [
    /script of output \d is/,
    (psbt, random) => {
      const { outputs } = transactionOf(psbt)
      // Two of them are alike: swapping those is no change.
      ;[outputs[0], outputs[1]] = [outputs[1]!, outputs[0]!]
      if (random.below(2)) [outputs[0], outputs[3]] = [outputs[3]!, outputs[0]!]
    },
  ],
  'the order of inputs': [
    /coin of input \d is/,
    (psbt, random) => {
      const at = random.below(2)
      for (const list of [transactionOf(psbt).inputs, psbt.inputs] as unknown[][])
        [list[at], list[at + 1]] = [list[at + 1]!, list[at]!]
    },
  ],
  'the order of coins alone': [
    /coin of input \d is/,
    (psbt, random) => swap(transactionOf(psbt).inputs, random),
  ],
  'an input more': [
    /number of inputs is 4, where the batch has 3/,
    (psbt, random) => {
      const input = { ...some(random, transactionOf(psbt).inputs) }
      transactionOf(psbt).inputs.push({ ...input, index: input.index + 1 })
      psbt.inputs.push({} as Psbt['inputs'][number])
    },
  ],
  'an input less': [
    /number of inputs is 2, where the batch has 3/,
    (psbt) => {
      transactionOf(psbt).inputs.pop()
      psbt.inputs.pop()
    },
  ],
  'an output more': [
    /number of outputs is 5, where the batch has 4/,
    (psbt) => {
      transactionOf(psbt).outputs.push({ script: hex.decode(somebody), amount: 1_000n })
      psbt.outputs.push({})
    },
  ],
  'an output less': [
    /number of outputs is 3, where the batch has 4/,
    (psbt, random) => {
      const at = random.below(transactionOf(psbt).outputs.length)
      transactionOf(psbt).outputs.splice(at, 1)
      psbt.outputs.splice(at, 1)
    },
  ],
  'the amount of a coin': [
    /amount of input \d is/,
    (psbt, random) =>
      void (some(random, psbt.inputs).witnessUtxo.amount -= BigInt(1 + random.below(70_000))),
  ],
  'the script of a coin': [
    /script of input \d is/,
    (psbt, random) => flip(some(random, psbt.inputs).witnessUtxo.script, random),
  ],
  'the transaction before': [
    /transaction before input \d is/,
    (psbt, random) =>
      void (some(random, psbt.inputs).nonWitnessUtxo.outputs[1]!.amount += BigInt(
        1 + random.below(2 ** 31),
      )),
  ],
  'the transaction before, with more than there is': [
    /transaction before input \d is none/,
    (psbt, random) =>
      void (some(random, psbt.inputs).nonWitnessUtxo.outputs[1]!.amount = 2n ** 60n),
  ],
  'a witness script': [
    /witness script of input \d is/,
    (psbt, random) => flip(some(random, psbt.inputs).witnessScript, random),
  ],
  'a script signature': [
    /script signature of input \d is/,
    (psbt, random) => void (some(random, psbt.inputs).finalScriptSig = Uint8Array.of(0x51)),
  ],
  'what an input says of its sighash': [
    /signature of type/,
    (psbt, random) =>
      void (some(random, psbt.inputs).sighashType = some(
        random,
        [0, 2, 3, 0x81, 0x82, 0x83, 0x41],
      )),
  ],
  'signatures of two inputs, swapped': [
    /signature .* is wrong/,
    (psbt) => swap2(psbt.inputs[0]!.partialSig[0]!, psbt.inputs[1]!.partialSig[0]!),
  ],
  'signatures of two keys, swapped': [
    /signature .* is wrong/,
    (psbt, random) => {
      const [one, other] = some(random, psbt.inputs).partialSig
      swap2(one!, other!)
    },
  ],
  'a signature': [
    /signature .* is wrong/,
    (psbt, random) => {
      const [, signature] = some(random, some(random, psbt.inputs).partialSig)
      flip(signature.subarray(0, -1), random)
    },
  ],
  'a signature’s last byte': [
    /signature of type/,
    (psbt, random) => {
      const [, signature] = some(random, some(random, psbt.inputs).partialSig)
      signature[signature.length - 1] = some(random, [0, 2, 3, 0x81, 0x82, 0x83, 0x41])
    },
  ],
  'a signature cut short': [
    /signature of type|is wrong/,
    (psbt, random) => {
      const row = some(random, some(random, psbt.inputs).partialSig)
      row[1] = row[1].subarray(0, random.below(row[1].length))
    },
  ],
  'a signature that leaves something open': [
    /signature of type/,
    (psbt, random) => {
      const signatures = some(random, leftOpen)
      const n = random.below(psbt.inputs.length)
      psbt.inputs[n]!.partialSig[0]![1] = signatures[n]!
    },
  ],
  'a signature that leaves something open, said to be of all': [
    /signature .* is wrong/,
    (psbt, random) => {
      const signatures = some(random, leftOpen)
      const n = random.below(psbt.inputs.length)
      psbt.inputs[n]!.partialSig[0]![1] = signatures[n]!.with(-1, SigHash.ALL)
    },
  ],
  'a signature of the other kind that would do': [
    /signature .* is wrong/,
    (psbt, random) => {
      const row = some(random, some(random, psbt.inputs).partialSig)
      const [r, s] = numbersOf(row[1])
      row[1] = der(r, curve - s)
    },
  ],
  'a signature spelled longer': [
    /signature .* is wrong/,
    (psbt, random) => {
      const row = some(random, some(random, psbt.inputs).partialSig)
      row[1] = der(...numbersOf(row[1]), 1)
    },
  ],
  'a signature of zeros': [
    /signature .* is wrong/,
    (psbt, random) => {
      some(random, some(random, psbt.inputs).partialSig)[1] = der(0n, 0n)
    },
  ],
  'a stranger’s signature': [
    /isn’t one of the wallet/,
    (psbt, random) => {
      const n = random.below(psbt.inputs.length)
      const [r, s] = [0, 32].map((at) => {
        const half = stranger.sign(
          psbtOf(batch).preimageWitnessV0(n, psbt.inputs[n]!.witnessScript, 1, 80_000n),
        )
        return BigInt(`0x${hex.encode(half.subarray(at, at + 32))}`)
      }) as [bigint, bigint]
      psbt.inputs[n]!.partialSig.push([stranger.publicKey!, der(r, s)])
    },
  ],
}
function swap2(one: Row, other: Row): void {
  ;[one[1], other[1]] = [other[1], one[1]]
}

/** Of a finished one, where signatures stand in the witness. */
const witnessMutations: Record<string, (witness: Uint8Array[], random: Random) => void> = {
  'signatures in the wrong order': (witness) =>
    void ([witness[1], witness[2]] = [witness[2]!, witness[1]!]),
  'the same signature twice': (witness) => void (witness[2] = witness[1]!),
  'a signature': (witness, random) => flip(witness[1 + random.below(2)]!.subarray(0, -1), random),
  'a sighash': (witness) => void (witness[1] = witness[1]!.with(-1, SigHash.NONE)),
  'something where nothing stands': (witness) => void (witness[0] = Uint8Array.of(1)),
  'nothing where nothing stands': (witness) => void witness.shift(),
  'a signature less': (witness) => void witness.splice(1, 1),
  'a signature more': (witness) => void witness.splice(1, 0, witness[1]!),
  'the script': (witness, random) => flip(witness.at(-1)!, random),
  'no script': (witness) => void witness.pop(),
}

describe('nothing is taken silently:', () => {
  const names = Object.keys(mutations)
  const runs = Array.from(
    { length: 200 },
    (_, seed) => [seed, names[seed % names.length]!] as const,
  )
  test('what these change was taken before', () => {
    expect(readSigned(batch.psbt, partly)).toHaveLength(2 * batch.inputs.length)
    expect(readSigned(batch.psbt, whole.toPSBT())).toHaveLength(2 * batch.inputs.length)
    const same = encode(decode(base64.decode(partly)))
    expect(base64.encode(same)).toBe(partly)
    expect(batch.inputs).toHaveLength(3)
    expect(batch.change).not.toBeNull()
  })

  test.each(runs)('seed %i, %s', (seed, name) => {
    const psbt = decode(base64.decode(partly))
    const [says, mutate] = mutations[name]!
    mutate(psbt, new Random(seed))
    const uploaded = encode(psbt)
    expect(base64.encode(uploaded)).not.toBe(partly)
    const reading = () => readSigned(batch.psbt, uploaded)
    expect(reading).toThrow(PayoutFault)
    expect(reading).toThrow(says)
  })

  test.each(Object.entries(witnessMutations))('in a witness, %s', (_, mutate) => {
    for (let seed = 0; seed < 6; seed += 1) {
      const psbt = decode(whole.toPSBT())
      const raw = RawTx.decode(hex.decode(whole.hex))
      for (const witness of [psbt.inputs[seed % 3]!.finalScriptWitness, raw.witnesses![seed % 3]!])
        mutate(witness, new Random(seed))
      expect(() => readSigned(batch.psbt, encode(psbt))).toThrow(PayoutFault)
      expect(() => readSigned(batch.psbt, RawTx.encode(raw))).toThrow(PayoutFault)
    }
  })

  test('of taproot, a signature that leaves something open, or more than a signature', () => {
    const { psbt, inputs } = buildBatch(order(ofTaproot))
    const withSignature = (change: (signature: Uint8Array) => Uint8Array) => {
      const mine = RawPSBTV0.decode(base64.decode(signed(psbt, anna)))
      mine.inputs[0]!.tapKeySig = change(mine.inputs[0]!.tapKeySig!) as never
      return RawPSBTV0.encode(mine)
    }
    expect(
      readSigned(
        psbt,
        withSignature((same) => same),
      ),
    ).toHaveLength(inputs.length)
    const lengthened = (type: number) => (one: Uint8Array) => Uint8Array.of(...one, type)
    for (const type of [0, 2, 3, 0x81, 0x83])
      expect(() => readSigned(psbt, withSignature(lengthened(type)))).toThrow(/signature of type/)
    // It is a signature of the default, which is another digest than that of all.
    expect(() => readSigned(psbt, withSignature(lengthened(1)))).toThrow(/is wrong/)
    for (const at of [0, 31, 32, 63])
      expect(() =>
        readSigned(
          psbt,
          withSignature((one) => one.with(at, one[at]! ^ 1)),
        ),
      ).toThrow(/is wrong/)
    const right = RawTx.decode(hex.decode(finished(psbt, anna).hex))
    const [signature] = right.witnesses![0] as [Uint8Array]
    for (const witness of [
      [signature, Uint8Array.of(0x50)],
      [signature, signature],
      [new Uint8Array(), signature],
      [right.witnesses![1]![0]!],
    ])
      expect(() =>
        readSigned(psbt, RawTx.encode({ ...right, witnesses: right.witnesses!.with(0, witness) })),
      ).toThrow(PayoutFault)
  })

  test('of taproot is taken too where the signer says that it signs all', () => {
    const { psbt, inputs, txid } = buildBatch(order(ofTaproot))
    const transaction = Transaction.fromPSBT(base64.decode(psbt))
    for (const n of inputs.keys()) transaction.updateInput(n, { sighashType: SigHash.ALL }, true)
    for (const n of inputs.keys()) transaction.signIdx(anna as Signer, n, [SigHash.ALL])
    const found = readSigned(psbt, transaction.toPSBT())
    expect(found.map(({ signature }) => signature.length)).toEqual(inputs.map(() => 130))
    const combined = combine(psbt, null, found)
    expect(combined.txid).toBe(txid)
    expect(readSigned(psbt, combined.transaction!)).toEqual(found)
  })

  test('in a witness of one key, anything but its signature and itself', () => {
    const single = buildBatch(order(ofOne))
    const right = RawTx.decode(hex.decode(finished(single.psbt, anna).hex))
    const [signature, key] = right.witnesses![0] as [Uint8Array, Uint8Array]
    for (const witness of [
      [signature],
      [key],
      [key, signature],
      [signature, key, key],
      [signature, key, new Uint8Array()],
      [new Uint8Array(), key],
      [signature, stranger.publicKey!],
    ]) {
      const witnesses = right.witnesses!.with(0, witness)
      expect(() => readSigned(single.psbt, RawTx.encode({ ...right, witnesses }))).toThrow(
        PayoutFault,
      )
    }
  })

  test('every byte of a finished transaction', () => {
    const single = buildBatch(order(ofOne))
    const bytes = hex.decode(finished(single.psbt, anna).hex)
    for (const [at, byte] of bytes.entries())
      expect(
        () => readSigned(single.psbt, bytes.with(at, byte ^ (1 << (at % 8)))),
        `byte ${at}`,
      ).toThrow(PayoutFault)
  })

  test('every byte of a PSBT that is taken nevertheless says nothing else', () => {
    const single = buildBatch(order(ofOne, { payments: payments.slice(0, 1) }))
    const bytes = base64.decode(signed(single.psbt, anna))
    const right = readSigned(single.psbt, bytes)
    let taken = 0
    for (const [at, byte] of bytes.entries()) {
      let found
      try {
        found = readSigned(single.psbt, bytes.with(at, byte ^ (1 << (at % 8))))
      } catch (error) {
        if (!(error instanceof PayoutFault)) throw error
        continue
      }
      taken += 1
      expect(right, `byte ${at}`).toEqual(expect.arrayContaining(found))
    }
    // Paths of keys, and rows that become ones nobody knows.
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(bytes.length / 3)
  })
})

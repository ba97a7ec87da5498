/**
 * A payout batch comes back from whoever signs, and is taken only where it is the transaction that was built, under signatures
 * that verify. Hex is in small letters; inputs and outputs of messages are counted from 0, as a transaction's outputs are.
 * Sources: BIP 174 (PSBT; BIP 370, its version 2, isn't read), 143 (what is signed), 141 and 147 (witness), 66 (DER).
 */
import { HDKey } from '@scure/bip32'
import { base64, hex } from '@scure/base'
import { OutScript, p2pkh, p2wpkh, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { RawPSBTV0 } from '@scure/btc-signer/psbt.js'
import { ChainFault, readTransaction, type Output } from './bitcoin-block.ts'
import { outpointOf, PayoutFault } from './payout-batch.ts'

/** A signature that verifies. */
export type Signature = {
  input: number
  /** In hex, and whose it is, as the descriptor names the signer. */
  publicKey: string
  fingerprint: string
  /** In hex: DER, and the byte that says that all is signed. */
  signature: string
}

export type Combined = {
  /** With all signatures, in base64: what is kept until the next are there. The same signatures make the same text. */
  kept: string
  txid: string
  /** Of each input: the fingerprints of who signed it, and how many it takes. */
  signed: { by: string[]; threshold: number }[]
  /** In hex, to be broadcast; null while signatures are missing. */
  transaction: string | null
}

type Plain = {
  version: number
  lockTime: number
  inputs: { txid: Uint8Array; index: number; sequence: number; finalScriptSig: Uint8Array }[]
  outputs: { amount: bigint; script: Uint8Array }[]
}

type Pair = [publicKey: Uint8Array, signature: Uint8Array]

/** What of an input's map is looked at; anything else that a signer writes there is left aside. */
type InputMap = {
  witnessUtxo?: Plain['outputs'][number] | undefined
  nonWitnessUtxo?: Parameters<typeof RawTx.encode>[0] | undefined
  witnessScript?: Uint8Array | undefined
  sighashType?: number | undefined
  partialSig?: Pair[] | undefined
  finalScriptSig?: Uint8Array | undefined
  finalScriptWitness?: Uint8Array[] | undefined
}

/** An input as it was built. */
type OwnInput = {
  outpoint: string
  amount: bigint
  script: string
  witnessScript: string | null
  threshold: number
  /** In the order of the script, with the fingerprint of each. */
  keys: Map<string, string>
  /** What is signed. */
  digest: Uint8Array
}

function ownInput(built: Transaction, n: number): OwnInput {
  const { txid, index, witnessUtxo, witnessScript, bip32Derivation } = built.getInput(n)
  const { amount, script } = witnessUtxo!
  const fingerprints = new Map(
    bip32Derivation!.map(([key, { fingerprint }]) => [
      hex.encode(key),
      fingerprint.toString(16).padStart(8, '0'),
    ]),
  )
  const inside = witnessScript && OutScript.decode(witnessScript)
  const keys =
    inside?.type === 'ms' ? inside.pubkeys.map((key) => hex.encode(key)) : [...fingerprints.keys()]
  const scriptCode = witnessScript ?? p2pkh(hex.decode(keys[0]!)).script
  if (!witnessScript && hex.encode(p2wpkh(hex.decode(keys[0]!)).script) !== hex.encode(script))
    throw new Error(`Input ${n} of the batch was built with a key that isn’t its own.`)
  return {
    outpoint: outpointOf({ txid: hex.encode(txid!), output: index! }),
    amount,
    script: hex.encode(script),
    witnessScript: witnessScript ? hex.encode(witnessScript) : null,
    threshold: inside?.type === 'ms' ? inside.m : 1,
    keys: new Map(keys.map((key) => [key, fingerprints.get(key)!])),
    digest: built.preimageWitnessV0(n, scriptCode, SigHash.ALL, amount),
  }
}

/** Its own, so that a text that can't be read is no fault of an upload. */
function readBuilt(psbt: string) {
  const transaction = Transaction.fromPSBT(base64.decode(psbt))
  const inputs = Array.from({ length: transaction.inputsLength }, (_, n) =>
    ownInput(transaction, n),
  )
  return { transaction, plain: RawTx.decode(transaction.unsignedTx), inputs }
}

const again = 'Download the batch again, sign that and upload it.'
const unreadable = `The file is neither a PSBT of version 0 nor a signed transaction, or a part of it is missing. ${again}`

const isPsbt = (bytes: Uint8Array): boolean => hex.encode(bytes.subarray(0, 5)) === '70736274ff'

/** Programs save it as text, in base64 or hex, or as it is. */
export function bytesOf(uploaded: string | Uint8Array): Uint8Array {
  if (typeof uploaded !== 'string') {
    const isText = uploaded.every((byte) => byte === 9 || byte === 10 || byte === 13 || byte >= 32)
    if (isPsbt(uploaded) || !isText) return uploaded
    return bytesOf(Array.from(uploaded, (byte) => String.fromCharCode(byte)).join(''))
  }
  const text = uploaded.replaceAll(/\s/g, '')
  return /^[\da-f]+$/i.test(text) ? hex.decode(text.toLowerCase()) : base64.decode(text)
}

function parse(uploaded: string | Uint8Array): { plain: Plain; maps: InputMap[] } {
  try {
    const bytes = bytesOf(uploaded)
    if (isPsbt(bytes)) {
      const { global, inputs } = RawPSBTV0.decode(bytes)
      return { plain: global.unsignedTx!, maps: inputs }
    }
    const plain = RawTx.decode(bytes)
    const maps = plain.inputs.map(({ finalScriptSig }, n) => ({
      finalScriptSig,
      finalScriptWitness: plain.witnesses?.[n] ?? [],
    }))
    return { plain, maps }
  } catch {
    throw new PayoutFault(unreadable)
  }
}

/** What a batch pays, in the order of its outputs. `built`: `Batch.psbt`. */
export const outputsOf = (built: string): Output[] =>
  readBuilt(built).plain.outputs.map(({ script, amount }) => ({
    script: hex.encode(script),
    amount,
  }))

/** Everything that two transactions have to have alike, in the order in which a difference is said. */
const facts = ({ version: number, lockTime, inputs, outputs }: Plain): [string, string][] => [
  ['version', `${number}`],
  ['lock time', `${lockTime}`],
  ['number of inputs', `${inputs.length}`],
  ['number of outputs', `${outputs.length}`],
  ...inputs.flatMap((input, n): [string, string][] => [
    [`coin of input ${n}`, outpointOf({ txid: hex.encode(input.txid), output: input.index })],
    [`sequence of input ${n}`, `${input.sequence}`],
  ]),
  ...outputs.flatMap(({ script, amount }, n): [string, string][] => [
    [`script of output ${n}`, hex.encode(script)],
    [`amount of output ${n}`, `${amount}`],
  ]),
]

function refuseDifference(what: string, found: string, own: string): void {
  if (found !== own)
    throw new PayoutFault(
      `The file isn’t this batch: the ${what} is ${found}, where the batch has ${own}. ${again}`,
    )
}

function idOf(transaction: Parameters<typeof RawTx.encode>[0]): string {
  try {
    return readTransaction(RawTx.encode(transaction)).txid
  } catch (error) {
    if (error instanceof ChainFault) return 'none'
    throw error
  }
}

/** What a file repeats of an input has to be what was built; signers may leave it out. */
function compareMap(n: number, own: OwnInput, map: InputMap): void {
  const { witnessUtxo, nonWitnessUtxo, witnessScript, sighashType, finalScriptSig } = map
  if (witnessUtxo) {
    refuseDifference(`amount of input ${n}`, `${witnessUtxo.amount}`, `${own.amount}`)
    refuseDifference(`script of input ${n}`, hex.encode(witnessUtxo.script), own.script)
  }
  if (nonWitnessUtxo) {
    const [txid] = own.outpoint.split(':')
    refuseDifference(`transaction before input ${n}`, idOf(nonWitnessUtxo), txid!)
  }
  if (witnessScript)
    refuseDifference(
      `witness script of input ${n}`,
      hex.encode(witnessScript),
      own.witnessScript ?? 'none',
    )
  if (finalScriptSig?.length)
    refuseDifference(`script signature of input ${n}`, hex.encode(finalScriptSig), 'none')
  if (sighashType !== undefined) refuseOtherThanAll(n, sighashType)
}

function refuseOtherThanAll(n: number, type: number | undefined): void {
  if (type !== SigHash.ALL)
    throw new PayoutFault(
      `Input ${n} has a signature of type ${type ?? 'none'}, which leaves open what could then be changed. Sign the batch with SIGHASH_ALL, type 1.`,
    )
}

/** A number of DER at a place, without the zero that keeps it positive; null where it isn't spelled as BIP 66 wants it. */
function derNumber(der: Uint8Array, at: number): { digits: Uint8Array; end: number } | null {
  const end = at + 2 + (der[at + 1] ?? 0)
  const [first, second = 0] = der.subarray(at + 2, end)
  if (der[at] !== 2 || end > der.length || first === undefined || first >= 0x80) return null
  const hasZero = first === 0
  if (hasZero && second < 0x80) return null
  const digits = der.subarray(hasZero ? at + 3 : at + 2, end)
  return digits.length > 32 ? null : { digits, end }
}

/** The two numbers of a signature, of 32 bytes each. */
function compact(der: Uint8Array): Uint8Array | null {
  const r = derNumber(der, 2)
  const s = r && derNumber(der, r.end)
  if (!s || s.end !== der.length || der[0] !== 0x30 || der[1] !== der.length - 2) return null
  const numbers = new Uint8Array(64)
  numbers.set(r.digits, 32 - r.digits.length)
  numbers.set(s.digits, 64 - s.digits.length)
  return numbers
}

/** Refuses the larger of the two numbers that would do, as nodes do: the library's check. */
export function verifies(publicKey: string, digest: Uint8Array, signature: Uint8Array): boolean {
  const numbers = compact(signature.subarray(0, -1))
  return numbers !== null && new HDKey({ publicKey: hex.decode(publicKey) }).verify(digest, numbers)
}

function verified(
  n: number,
  own: OwnInput,
  publicKey: string,
  signature: Uint8Array,
  isKnown = false,
) {
  const fingerprint = own.keys.get(publicKey)
  if (fingerprint === undefined)
    throw new PayoutFault(
      `Input ${n} is signed with the key ${publicKey}, which isn’t one of the wallet. Sign with a key of its descriptor.`,
    )
  refuseOtherThanAll(n, signature.at(-1))
  if (!isKnown && !verifies(publicKey, own.digest, signature))
    throw new PayoutFault(
      `The signature of ${fingerprint} for input ${n} is wrong. Sign the batch again.`,
    )
  return { input: n, publicKey, fingerprint, signature: hex.encode(signature) }
}

/** Of several keys: nothing, a signature of each in the order of the script, and the script. */
function inWitnessOfSeveral(n: number, own: OwnInput, witness: readonly Uint8Array[]): Signature[] {
  const [nothing, ...signatures] = witness.slice(0, -1)
  refuseDifference(`witness script of input ${n}`, hex.encode(witness.at(-1)!), own.witnessScript!)
  if (nothing?.length !== 0 || signatures.length !== own.threshold)
    throw new PayoutFault(
      `Input ${n} is finished with ${signatures.length} signatures, and takes ${own.threshold}. ${again}`,
    )
  const keys = [...own.keys.keys()]
  return signatures.map((signature) => {
    refuseOtherThanAll(n, signature.at(-1))
    for (let key = keys.shift(); key !== undefined; key = keys.shift())
      if (verifies(key, own.digest, signature)) return verified(n, own, key, signature, true)
    throw new PayoutFault(
      `Input ${n} has a wrong signature, or one of a key that isn’t of the wallet. Sign the batch again.`,
    )
  })
}

function inWitness(n: number, own: OwnInput, witness: readonly Uint8Array[]): Signature[] {
  if (witness.length === 0) return []
  if (own.witnessScript) return inWitnessOfSeveral(n, own, witness)
  const [signature, key] = witness
  if (!signature || !key || witness.length !== 2)
    throw new PayoutFault(`Input ${n} isn’t finished with one signature and its key. ${again}`)
  return [verified(n, own, hex.encode(key), signature)]
}

function signaturesIn(built: string, uploaded: string | Uint8Array): Signature[] {
  const { plain: own, inputs } = readBuilt(built)
  const { plain, maps } = parse(uploaded)
  const found = facts(plain)
  for (const [at, [what, value]] of facts(own).entries())
    refuseDifference(what, found[at]![1], value)
  return inputs.flatMap((input, n) => {
    const map = maps[n]!
    compareMap(n, input, map)
    return [
      ...(map.partialSig ?? []).map(([key, signature]) =>
        verified(n, input, hex.encode(key), signature),
      ),
      ...inWitness(n, input, map.finalScriptWitness ?? []),
    ]
  })
}

/**
 * Answers the signatures of an uploaded file, at least one: a PSBT, partly signed or finished, in base64, in hex or as it is, or a
 * signed transaction. `built`: `Batch.psbt`. Throws a PayoutFault on whatever differs from what was built, and on any signature
 * that doesn't verify, isn't of the wallet, or leaves open what is signed.
 */
export function readSigned(built: string, uploaded: string | Uint8Array): Signature[] {
  const signatures = signaturesIn(built, uploaded)
  if (signatures.length === 0)
    throw new PayoutFault('Nobody has signed the file. Sign it before it is uploaded.')
  return signatures
}

/**
 * Adds signatures to those that were kept; all are verified. `built`: `Batch.psbt`; `kept`: of the last time, or null. Of one key
 * and input the first counts. The transaction is there once every input has as many as it takes. Throws a PayoutFault.
 */
export function combine(
  built: string,
  kept: string | null,
  signatures: readonly Signature[],
): Combined {
  const { transaction, inputs } = readBuilt(built)
  const added = signatures.map(({ input, publicKey, signature }) => {
    const own = inputs[input]
    if (!own) throw new PayoutFault(`The batch has no input ${input}. ${again}`)
    return verified(input, own, publicKey, hex.decode(signature))
  })
  const all = [...(kept === null ? [] : signaturesIn(built, kept)), ...added]
  const { id: txid } = transaction
  const signed = inputs.map(({ threshold, keys }, n) => {
    const first = new Map(
      all
        .filter(({ input }) => input === n)
        .toReversed()
        .map((one) => [one.publicKey, one]),
    )
    const partialSig = [...first.values()].map(({ publicKey, signature }): Pair => [
      hex.decode(publicKey),
      hex.decode(signature),
    ])
    if (first.size > 0) transaction.updateInput(n, { partialSig }, true)
    return { by: [...first.keys()].map((key) => keys.get(key)!).toSorted(), threshold }
  })
  const combined = base64.encode(transaction.toPSBT())
  const isComplete = signed.every(({ by, threshold }) => by.length >= threshold)
  if (isComplete) transaction.finalize()
  if (transaction.id !== txid) throw new Error(`Signing ${txid} made another transaction of it.`)
  return { kept: combined, txid, signed, transaction: isComplete ? transaction.hex : null }
}

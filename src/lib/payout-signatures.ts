/**
 * A payout batch comes back from whoever signs, and is taken only where it is the transaction that was built, under signatures
 * that verify. Hex is in small letters; inputs and outputs of messages are counted from 0, as a transaction's outputs are.
 * Sources: BIP 143 and 341 (what is signed), 141 and 147 (witness).
 */
import { base64, hex } from '@scure/base'
import { OutScript, p2pkh, p2tr, p2wpkh, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { ChainFault, readTransaction, type Output } from './bitcoin-block.ts'
import { outpointOf, PayoutFault } from './payout-batch.ts'
import { taprootType, verifies, verifiesTaproot } from './signature.ts'
import { again, readSignedFile, type InputMap, type Pair, type Plain } from './signed-file.ts'

/** A signature that verifies. */
export type Signature = {
  input: number
  /** In hex, of taproot the internal key; and whose it is, as the descriptor names the signer. */
  publicKey: string
  fingerprint: string
  /** In hex: DER and the byte that says that all is signed; of taproot as BIP 341 has it. */
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

/** An input as it was built. */
type OwnInput = {
  outpoint: string
  amount: bigint
  script: string
  witnessScript: string | null
  threshold: number
  /** In the order of the script, with the fingerprint of each. */
  keys: Map<string, string>
  /** Of taproot: the key of the script, whose signatures count; null: another kind. */
  outputKey: string | null
  /** What is signed, by each type of signature that signs all of it. */
  digests: ReadonlyMap<number, Uint8Array>
}

const fingerprintText = (fingerprint: number) => fingerprint.toString(16).padStart(8, '0')

type Built = ReturnType<Transaction['getInput']>

/** The keys that may sign, with the fingerprint of each. */
function keysOf({ witnessScript, bip32Derivation, tapBip32Derivation }: Built) {
  const fingerprints = new Map([
    ...(bip32Derivation ?? []).map(
      ([key, { fingerprint }]) => [hex.encode(key), fingerprintText(fingerprint)] as const,
    ),
    ...(tapBip32Derivation ?? []).map(
      ([key, { der }]) => [hex.encode(key), fingerprintText(der.fingerprint)] as const,
    ),
  ])
  const inside = witnessScript && OutScript.decode(witnessScript)
  if (inside?.type !== 'ms') return { keys: fingerprints, threshold: 1 }
  const ordered = inside.pubkeys.map((key) => hex.encode(key))
  return {
    keys: new Map(ordered.map((key) => [key, fingerprints.get(key)!])),
    threshold: inside.m,
  }
}

/** Of taproot all amounts and scripts are signed along. */
function taprootDigests(built: Transaction, n: number): ReadonlyMap<number, Uint8Array> {
  const spent = Array.from(
    { length: built.inputsLength },
    (_, each) => built.getInput(each).witnessUtxo!,
  )
  const [scripts, amounts] = [spent.map((one) => one.script), spent.map(({ amount }) => amount)]
  return new Map(
    [SigHash.DEFAULT, SigHash.ALL].map((type) => [
      type,
      built.preimageWitnessV1(n, scripts, type, amounts),
    ]),
  )
}

/** Of one key: the script that it has by what it is built with. */
function ownScript({ witnessScript, tapInternalKey }: Built, key: Uint8Array): Uint8Array | null {
  if (witnessScript) return null
  return (tapInternalKey ? p2tr(key) : p2wpkh(key)).script
}

function ownInput(built: Transaction, n: number): OwnInput {
  const input = built.getInput(n)
  const { txid, index, witnessUtxo, witnessScript, tapInternalKey } = input
  const { amount, script } = witnessUtxo!
  const { keys, threshold } = keysOf(input)
  const first = hex.decode([...keys.keys()][0]!)
  const own = ownScript(input, first)
  if (own && hex.encode(own) !== hex.encode(script))
    throw new Error(`Input ${n} of the batch was built with a key that isn’t its own.`)
  const ofOne = { outpoint: outpointOf({ txid: hex.encode(txid!), output: index! }), amount }
  const common = { ...ofOne, script: hex.encode(script), threshold, keys }
  if (tapInternalKey) {
    const outputKey = hex.encode(script.subarray(2))
    return { ...common, witnessScript: null, outputKey, digests: taprootDigests(built, n) }
  }
  const code = witnessScript ?? p2pkh(first).script
  const digest = built.preimageWitnessV0(n, code, SigHash.ALL, amount)
  return {
    ...common,
    witnessScript: witnessScript ? hex.encode(witnessScript) : null,
    outputKey: null,
    digests: new Map([[SigHash.ALL, digest]]),
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
  const { witnessUtxo, nonWitnessUtxo, witnessScript, tapInternalKey, ...more } = map
  const { sighashType, finalScriptSig } = more
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
  if (tapInternalKey && own.outputKey !== null)
    refuseDifference(`internal key of input ${n}`, hex.encode(tapInternalKey), taprootKeyOf(own))
  if (finalScriptSig?.length)
    refuseDifference(`script signature of input ${n}`, hex.encode(finalScriptSig), 'none')
  if (sighashType !== undefined) digestOf(n, own, sighashType)
}

/** What a signature of this type is of. Refuses any that leaves something open. */
function digestOf(n: number, { digests }: OwnInput, type: number | undefined): Uint8Array {
  const digest = type === undefined ? undefined : digests.get(type)
  if (digest === undefined)
    throw new PayoutFault(
      `Input ${n} has a signature of type ${type ?? 'none'}, which leaves open what could then be changed. Sign the batch with SIGHASH_ALL, type 1.`,
    )
  return digest
}

function verifiesFor(n: number, own: OwnInput, publicKey: string, signature: Uint8Array): boolean {
  return own.outputKey === null
    ? verifies(publicKey, digestOf(n, own, signature.at(-1)), signature)
    : verifiesTaproot(own.outputKey, digestOf(n, own, taprootType(signature)), signature)
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
  if (!isKnown && !verifiesFor(n, own, publicKey, signature))
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
    for (let key = keys.shift(); key !== undefined; key = keys.shift())
      if (verifiesFor(n, own, key, signature)) return verified(n, own, key, signature, true)
    throw new PayoutFault(
      `Input ${n} has a wrong signature, or one of a key that isn’t of the wallet. Sign the batch again.`,
    )
  })
}

const taprootKeyOf = ({ keys }: OwnInput): string => [...keys.keys()].join()

function inWitness(n: number, own: OwnInput, witness: readonly Uint8Array[]): Signature[] {
  if (witness.length === 0) return []
  if (own.witnessScript) return inWitnessOfSeveral(n, own, witness)
  const [signature, key] = witness
  if (own.outputKey !== null) {
    // A second one would be an annex or a script: neither was built.
    if (!signature || witness.length !== 1)
      throw new PayoutFault(`Input ${n} isn’t finished with one signature alone. ${again}`)
    return [verified(n, own, taprootKeyOf(own), signature)]
  }
  if (!signature || !key || witness.length !== 2)
    throw new PayoutFault(`Input ${n} isn’t finished with one signature and its key. ${again}`)
  return [verified(n, own, hex.encode(key), signature)]
}

function signaturesIn(built: string, uploaded: string | Uint8Array): Signature[] {
  const { plain: own, inputs } = readBuilt(built)
  const { plain, maps } = readSignedFile(uploaded)
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
      ...(map.tapKeySig && input.outputKey !== null
        ? [verified(n, input, taprootKeyOf(input), map.tapKeySig)]
        : []),
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

/** As a PSBT has them. */
function signedFields({ outputKey }: OwnInput, first: ReadonlyMap<string, Signature>) {
  const pairs = [...first.values()].map(({ publicKey, signature }): Pair => [
    hex.decode(publicKey),
    hex.decode(signature),
  ])
  return outputKey === null ? { partialSig: pairs } : { tapKeySig: pairs[0]![1] }
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
    if (first.size > 0) transaction.updateInput(n, signedFields(inputs[n]!, first), true)
    return { by: [...first.keys()].map((key) => keys.get(key)!).toSorted(), threshold }
  })
  const combined = base64.encode(transaction.toPSBT())
  const isComplete = signed.every(({ by, threshold }) => by.length >= threshold)
  if (isComplete) transaction.finalize()
  if (transaction.id !== txid) throw new Error(`Signing ${txid} made another transaction of it.`)
  return { kept: combined, txid, signed, transaction: isComplete ? transaction.hex : null }
}

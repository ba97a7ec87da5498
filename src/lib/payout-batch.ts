/**
 * The batch of a payout: built here from coins of a wallet that is a descriptor, and signed elsewhere; payout-signatures.ts takes
 * it back. Amounts are satoshi, hex is in small letters; inputs and outputs of messages are counted from 0, as a transaction's
 * outputs are.
 * Sources: BIP 174 and 371 (PSBT), 32 (paths), 69 (order), 125 (replacing); dust as Bitcoin Core's policy has it.
 */
import { base64, hex } from '@scure/base'
import { Address, bip32Path, OutScript, selectUTXO, SigHash, Transaction } from '@scure/btc-signer'
import { toVsize } from '@scure/btc-signer/transaction.js'
import { ChainFault, readTransaction, type Outpoint, type Output } from './bitcoin-block.ts'
import {
  networkParameters,
  placeAt,
  xOnly,
  type BitcoinNetwork,
  type Branch,
  type Place,
  type Wallet,
} from './output-descriptor.ts'

/** An unspent output of the wallet, and where in the wallet it is. */
export type Coin = Outpoint & {
  amount: bigint
  branch: Branch
  index: number
  /** The whole transaction that made it: signers read the amount from there. */
  transaction: Uint8Array
}

export type Order = {
  /** Whose coins are spent. */
  wallet: Wallet
  /** Where change goes: another one once that wallet has retired. The same where nothing is said. */
  changeTo?: Wallet | undefined
  /** What may be spent. In which order they stand makes no difference. */
  coins: readonly Coin[]
  /** As approved; the outputs are these, in this order, and the change behind them. */
  payments: readonly Output[]
  /** Satoshi per virtual byte, from 1 to 1000. */
  feeRate: bigint
  /** Where in the branch of change. */
  changeIndex: number
  /** One that the batch before spends, so that only one of the two can ever confirm. Nodes pass the later on if it pays more. */
  mustSpend: Outpoint | null
}

export type Batch = {
  /** Unsigned, in base64: what is kept, and handed to the signer. */
  psbt: string
  /** Signing doesn't change it. */
  txid: string
  /** What the inputs have more than the outputs. */
  fee: bigint
  /** In virtual bytes, with the longest signatures: the signed one has at most as many. */
  vsize: number
  inputs: Outpoint[]
  outputs: Output[]
  /** `output`: which of the outputs it is; `index`: where in the wallet's branch of change. */
  change: { output: number; index: number; amount: bigint } | null
}

/** Says why a batch can't be built or a file isn't taken, and what to do. */
export class PayoutFault extends Error {}

const maxInputs = 50
const maxFeeRate = 1000n
/** Nodes pass on no larger one. */
const maxWeight = 400_000
/** Not final: BIP 125 calls it replaceable. */
const sequence = 0xfffffffd
const version = 2

export const outpointOf = ({ txid, output }: Outpoint): string => `${txid}:${output}`
const total = (of: readonly { amount: bigint }[]): bigint =>
  of.reduce((sum, { amount }) => sum + amount, 0n)

/** What it costs to make and to spend an output at 3 sat/vB; nodes pass on none below. Answers virtual bytes, a third of it. */
function dustBytes(script: Uint8Array): bigint {
  const hasWitness = script[0] === 0 || (script[0]! >= 0x51 && script[0]! <= 0x60)
  return BigInt(8 + 1 + script.length + (hasWitness ? 67 : 148))
}

const addressKinds: unknown[] = ['pkh', 'sh', 'wpkh', 'wsh', 'tr']

/** The script of an address of this network, in hex; null where it is none. */
export function scriptOfAddress(address: string, network: BitcoinNetwork): string | null {
  try {
    return hex.encode(OutScript.encode(Address(networkParameters[network]).decode(address)))
  } catch {
    return null
  }
}

/** The least that an output to this script may have. */
export const leastOf = (script: string): bigint => dustBytes(hex.decode(script)) * 3n

function isAddress(script: Uint8Array): boolean {
  try {
    return addressKinds.includes(OutScript.decode(script).type)
  } catch {
    return false
  }
}

function checkPayments({ payments, feeRate }: Order): void {
  if (payments.length === 0)
    throw new PayoutFault('The batch pays nobody. Choose at least one payout.')
  if (feeRate < 1n || feeRate > maxFeeRate)
    throw new PayoutFault(
      `A fee of ${feeRate} satoshi per virtual byte is not taken. Choose one from 1 to ${maxFeeRate}.`,
    )
  for (const [n, { script, amount }] of payments.entries()) {
    const bytes = hex.decode(script)
    if (!isAddress(bytes))
      throw new PayoutFault(
        `Payment ${n} goes to a script that no known address has. Take it out of the batch and ask for another address.`,
      )
    const least = leastOf(script)
    if (amount < least)
      throw new PayoutFault(
        `Payment ${n} is of ${amount} satoshi, and nodes pass on none below ${least}. Take it out of the batch.`,
      )
  }
}

/** With what is derived of the wallet, which takes milliseconds for each key. */
type PlacedCoin = Coin & { place: Place }

/** Says what is wrong with a coin, or null. */
function coinFault({ txid, output, amount, branch, index, transaction, place }: PlacedCoin) {
  try {
    const made = readTransaction(transaction)
    if (made.txid !== txid) return 'its transaction has another id'
    const found = made.outputs[output]
    if (!found) return 'its transaction has no such output'
    if (found.amount !== amount) return `its transaction says ${found.amount} satoshi`
    return found.script === place.script
      ? null
      : `it isn’t the wallet’s at index ${index} of ${branch}`
  } catch (error) {
    if (error instanceof ChainFault) return 'its transaction can’t be read'
    throw error
  }
}

/** Checked, and in the order in which inputs stand (BIP 69). */
export function checkedCoins({
  wallet,
  coins,
  mustSpend,
}: Pick<Order, 'wallet' | 'coins' | 'mustSpend'>): Map<string, PlacedCoin> {
  const checked = new Map<string, PlacedCoin>()
  for (const coin of coins.toSorted(
    (a, b) => (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : 0) || a.output - b.output,
  )) {
    const name = outpointOf(coin)
    if (checked.has(name))
      throw new PayoutFault(`The coin ${name} stands twice. Build the batch again with each once.`)
    const placed = { ...coin, place: placeAt(wallet, coin.branch, coin.index) }
    const fault = coinFault(placed)
    if (fault)
      throw new PayoutFault(
        `The coin ${name} isn’t what is kept of it: ${fault}. Read the chain again, and look for who changed it.`,
      )
    checked.set(name, placed)
  }
  if (mustSpend && !checked.has(outpointOf(mustSpend)))
    throw new PayoutFault(
      `The coin ${outpointOf(mustSpend)} of the batch before is no longer unspent. Look whether that batch was paid before another is built.`,
    )
  return checked
}

/**
 * An input as a signer needs it. Of taproot the amounts of all coins are signed, so that the transaction before isn't needed; and
 * which sighash is asked for isn't said, because that is all of it and the signature shorter (BIP 341, 371).
 */
export function signableInput(wallet: Wallet, coin: PlacedCoin) {
  const { sighashType, ...input } = inputOf(coin)
  const derived = derivationOf(wallet, coin.branch, coin.index)
  return wallet.kind === 'tr'
    ? { ...input, ...derived }
    : { ...input, ...derived, sighashType, nonWitnessUtxo: coin.transaction }
}

/** The same as a PSBT has it, of a coin and of change. */
function derivationOf(wallet: Wallet, branch: Branch, index: number) {
  const keys = derivations(wallet, branch, index)
  if (wallet.kind !== 'tr') return { bip32Derivation: keys }
  const [[key, der]] = keys as [(typeof keys)[0]]
  const internalKey = xOnly(key)
  return {
    tapInternalKey: internalKey,
    tapBip32Derivation: [[internalKey, { hashes: [], der }]] as [
      Uint8Array,
      { hashes: Uint8Array[]; der: typeof der },
    ][],
  }
}

/** As the PSBT names them: each key, the fingerprint of its signer and the path from there. */
const derivations = (wallet: Wallet, branch: Branch, index: number) =>
  wallet.keys.map(({ account, fingerprint, path }) => {
    const steps = [branch === 'people' ? 0 : 1, index]
    const key = steps.reduce((parent, step) => parent.deriveChild(step), account)
    return [
      key.publicKey!,
      {
        fingerprint: Number(`0x${fingerprint}`),
        path: [...bip32Path(`m/${path.replaceAll('h', "'")}`), ...steps],
      },
    ] as [Uint8Array, { fingerprint: number; path: number[] }]
  })

const scriptsOf = ({ script, witnessScript }: Omit<Place, 'address'>) => ({
  script: hex.decode(script),
  ...(witnessScript ? { witnessScript: hex.decode(witnessScript) } : {}),
})

/** The key that spends a coin of taproot, by which its size is known too. */
const internalKeyOf = ({ internalKey }: Place) =>
  internalKey === null ? {} : { tapInternalKey: hex.decode(internalKey) }

/** What is known of a coin before its whole transaction: enough to choose by, with the longest signature that may come. */
function inputOf({ txid, output, amount, place }: PlacedCoin) {
  const { script, ...witnessScript } = scriptsOf(place)
  return {
    txid,
    index: output,
    sequence,
    sighashType: SigHash.ALL,
    witnessUtxo: { script, amount },
    ...witnessScript,
    ...internalKeyOf(place),
  }
}

/** The id of the batch that spends these coins to these outputs. */
export function idOf(inputs: readonly Outpoint[], outputs: readonly Output[]): string {
  const made = new Transaction({ version, lockTime: 0 })
  for (const { txid, output } of inputs) made.addInput({ txid, index: output, sequence })
  for (const { script, amount } of outputs) made.addOutput({ script: hex.decode(script), amount })
  return made.id
}

/** Chooses the coins, and says what of them is left as change. */
function choose(order: Order, coins: Map<string, PlacedCoin>) {
  const { wallet, changeTo = wallet, payments, feeRate, changeIndex, mustSpend } = order
  const { address, ...place } = placeAt(changeTo, 'change', changeIndex)
  const change = scriptsOf(place)
  const required = mustSpend && outpointOf(mustSpend)
  const [must, may] = [true, false].map((isRequired) =>
    [...coins]
      .filter(([name]) => (name === required) === isRequired)
      .map(([, coin]) => inputOf(coin)),
  )
  const outputs = payments.map(({ script, amount }) => ({ script: hex.decode(script), amount }))
  const chosenBy = (strategy: 'exactBiggest/accumBiggest' | 'accumBiggest') =>
    selectUTXO(may!, outputs, strategy, {
      feePerByte: feeRate,
      changeAddress: address,
      network: networkParameters[wallet.network],
      dust: dustBytes(change.script),
      requiredInputs: must!,
      bip69: false,
      createTx: false,
      // The scripts were derived here, and are looked at when the inputs are added: for each of many coins it takes long.
      disableScriptCheck: true,
    })
  const first = chosenBy('exactBiggest/accumBiggest')
  // An exact sum may take many small coins where fewer large ones do.
  const chosen = first && first.inputs.length > maxInputs ? chosenBy('accumBiggest') : first
  if (!chosen)
    throw new PayoutFault(
      `The wallet has ${total([...coins.values()])} satoshi unspent, and the payments take ${total(payments)} and their fee. Pay less in one batch, or fill the wallet.`,
    )
  if (chosen.inputs.length > maxInputs)
    throw new PayoutFault(
      `The payments take more than ${maxInputs} coins. Pay less in one batch, or put coins of the wallet together first.`,
    )
  if (chosen.weight > maxWeight)
    throw new PayoutFault(
      'The batch is larger than what nodes pass on. Pay fewer people in one batch.',
    )
  const taken = new Set(chosen.inputs.map(({ txid, index }) => `${hex.encode(txid!)}:${index}`))
  return {
    inputs: [...coins].filter(([name]) => taken.has(name)).map(([, coin]) => coin),
    outputs,
    change: chosen.change ? { ...change, amount: chosen.outputs.at(-1)!.amount } : null,
    vsize: toVsize(chosen.weight),
  }
}

/** The same order makes the same bytes. Throws a PayoutFault. */
export function buildBatch(order: Order): Batch {
  checkPayments(order)
  const { wallet, changeTo = wallet, payments, changeIndex } = order
  const { inputs, outputs, change, vsize } = choose(order, checkedCoins(order))
  const made = new Transaction({ version, lockTime: 0 })
  for (const coin of inputs) made.addInput(signableInput(wallet, coin))
  for (const output of outputs) made.addOutput(output)
  if (change) made.addOutput({ ...change, ...derivationOf(changeTo, 'change', changeIndex) })
  return {
    psbt: base64.encode(made.toPSBT()),
    txid: made.id,
    fee: made.fee,
    vsize,
    inputs: inputs.map(({ txid, output }) => ({ txid, output })),
    outputs: [
      ...payments.map(({ script, amount }) => ({ script, amount })),
      ...(change ? [{ script: hex.encode(change.script), amount: change.amount }] : []),
    ],
    change: change && { output: payments.length, index: changeIndex, amount: change.amount },
  }
}

/**
 * A proof that coins can be spent by whoever signs it, in the form of a transaction that never can be mined: its first input spends
 * an output that isn't there, and that is the hash of a message. It says nothing of what the coins are owed for.
 * Sources: BIP 127; 143 and 341 (what is signed). The message here is the SHA-256 of a day's manifest of what is owed. Amounts are satoshi, hex is in small letters.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { OutScript, p2pkh, p2wpkh, p2wsh, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import type { Outpoint } from './bitcoin-block.ts'
import { placeAt, type Wallet } from './output-descriptor.ts'
import { checkedCoins, outpointOf, PayoutFault, signableInput, type Coin } from './payout-batch.ts'
import { taprootType, verifies, verifiesTaproot } from './signature.ts'
import { bytesOf } from './signed-file.ts'

/** Anybody can look for it on the chain: what it has, and by which script it is spent. */
export type ReserveCoin = Outpoint & { amount: bigint; script: string }

/** Why it proves nothing, in a sentence. */
export class ReserveFault extends Error {}

const fault = (why: string): never => {
  throw new ReserveFault(why)
}

/** As an id is written: the hash's bytes in the order in which a transaction has them. */
const commitment = (message: string): string =>
  hex.encode(sha256(utf8ToBytes(`Proof-of-Reserves: ${message}`)).toReversed())

const total = (coins: readonly { amount: bigint }[]): bigint =>
  coins.reduce((sum, { amount }) => sum + amount, 0n)

/** Anybody may spend it, and it has nothing: signers want to know what an input is worth. */
const nothing = { amount: 0n, script: Uint8Array.of(0x51) }

/** What is signed elsewhere, in base64, with the coins in the order of its inputs. Throws a PayoutFault. */
export function buildReserveProof(
  wallet: Wallet,
  coins: readonly Coin[],
  message: string,
): { psbt: string; coins: ReserveCoin[] } {
  const checked = [...checkedCoins({ wallet, coins, mustSpend: null }).values()]
  if (checked.length === 0) throw new PayoutFault('The wallet has no coins to prove.')
  const made = new Transaction({ version: 2, lockTime: 0, allowUnknownInputs: true })
  made.addInput({
    txid: commitment(message),
    index: 0,
    witnessUtxo: nothing,
    porCommitment: utf8ToBytes(message),
  })
  for (const coin of checked) made.addInput(signableInput(wallet, coin))
  made.addOutput({
    script: hex.decode(placeAt(wallet, 'change', 0).script),
    amount: total(checked),
  })
  return {
    psbt: base64.encode(made.toPSBT()),
    coins: checked.map(({ txid, output, amount, place }) => ({
      txid,
      output,
      amount,
      script: place.script,
    })),
  }
}

const options = { allowUnknownInputs: true }

/** The transaction in hex, once these files have every signature that it takes. Throws a ReserveFault. */
export function finishReserveProof(
  psbt: string | Uint8Array,
  signed: readonly (string | Uint8Array)[],
): string {
  try {
    const made = Transaction.fromPSBT(bytesOf(psbt), options)
    for (const file of signed) made.combine(Transaction.fromPSBT(bytesOf(file), options))
    for (let n = 1; n < made.inputsLength; n += 1)
      if (!made.getInput(n).finalScriptWitness) made.finalizeIdx(n)
    const witnesses = Array.from({ length: made.inputsLength }, (_, n) =>
      n === 0 ? [] : (made.getInput(n).finalScriptWitness ?? []),
    )
    const plain = RawTx.decode(made.unsignedTx)
    return hex.encode(RawTx.encode({ ...plain, segwitFlag: true, witnesses }))
  } catch (error) {
    throw new ReserveFault(
      `The files don’t make a whole proof: a signature is missing, or one is of another file (${(error as Error).message}).`,
    )
  }
}

/** `name`: what messages call it. */
export type SignedFile = { name: string; content: string | Uint8Array }

function unsignedOf({ name, content }: SignedFile): string {
  try {
    return hex.encode(Transaction.fromPSBT(bytesOf(content), options).unsignedTx)
  } catch {
    return fault(`${name} can’t be read as a PSBT: give the file as the signer has saved it.`)
  }
}

/** The transactions of as many proofs as these files are of, whoever signed which. Throws a ReserveFault. */
export function finishReserveProofs(files: readonly SignedFile[]): string[] {
  return [...Map.groupBy(files, unsignedOf).values()].map((ofOne) => {
    const [first, ...more] = ofOne.map(({ content }) => content)
    return finishReserveProof(first!, more)
  })
}

type Plain = ReturnType<typeof RawTx.decode>

function read(transaction: string): Plain {
  try {
    return RawTx.decode(hex.decode(transaction))
  } catch {
    return fault('It can’t be read as a transaction.')
  }
}

const outpointsIn = ({ inputs }: Plain): Outpoint[] =>
  inputs.slice(1).map(({ txid, index }) => ({ txid: hex.encode(txid), output: index }))

/** What a proof says that it is of, in its order: nothing of it is checked. Throws a ReserveFault. */
export const coinsIn = (transaction: string): Outpoint[] => outpointsIn(read(transaction))

/** The keys that may sign for a script, how many must, and what is signed; from the witness, which has to be the script's own. */
function signersOf(coin: ReserveCoin, witness: readonly Uint8Array[]) {
  const name = outpointOf(coin)
  const last = witness.at(-1) ?? fault(`The coin ${name} isn’t signed.`)
  if (OutScript.decode(hex.decode(coin.script)).type === 'wpkh') {
    if (witness.length !== 2 || hex.encode(p2wpkh(last).script) !== coin.script)
      fault(`The coin ${name} is signed with a key that isn’t its own.`)
    return { keys: [last], threshold: 1, code: p2pkh(last).script, signatures: [witness[0]!] }
  }
  const inside = OutScript.decode(last)
  if (
    inside.type !== 'ms' ||
    hex.encode(p2wsh({ type: 'ms', script: last }).script) !== coin.script
  )
    return fault(`The coin ${name} is of a kind that this check doesn’t know.`)
  const signatures = witness.slice(1, -1)
  return { keys: inside.pubkeys, threshold: inside.m, code: last, signatures }
}

/** Of taproot: with its one key, over what all inputs have; the first of them has nothing. */
function checkTaproot(
  made: Transaction,
  n: number,
  coins: readonly ReserveCoin[],
  witness: readonly Uint8Array[],
): void {
  const coin = coins[n - 1]!
  const name = outpointOf(coin)
  const [signature, ...more] = witness
  if (!signature || more.length > 0) fault(`The coin ${name} isn’t signed with its key alone.`)
  const type = taprootType(signature!)
  if (type !== SigHash.DEFAULT && type !== SigHash.ALL)
    return fault(`The coin ${name} has a signature that doesn’t sign all of the proof.`)
  const spent = [nothing, ...coins.map((one) => ({ ...one, script: hex.decode(one.script) }))]
  const [scripts, amounts] = [spent.map(({ script }) => script), spent.map(({ amount }) => amount)]
  const digest = made.preimageWitnessV1(n, scripts, type, amounts)
  if (!verifiesTaproot(coin.script.slice(4), digest, signature!))
    fault(`The coin ${name} has a signature that isn’t one of its key’s.`)
}

const isTaproot = ({ script }: ReserveCoin) => OutScript.decode(hex.decode(script)).type === 'tr'

function checkSigned(made: Transaction, n: number, coin: ReserveCoin, witness: Uint8Array[]): void {
  const name = outpointOf(coin)
  const { keys, threshold, code, signatures } = signersOf(coin, witness)
  if (signatures.length !== threshold)
    fault(`The coin ${name} takes ${threshold} signatures, and has ${signatures.length}.`)
  const digest = made.preimageWitnessV0(n, code, SigHash.ALL, coin.amount)
  const left = keys.map((key) => hex.encode(key))
  for (const signature of signatures) {
    if (signature.at(-1) !== SigHash.ALL)
      fault(`The coin ${name} has a signature that doesn’t sign all of the proof.`)
    const at = left.findIndex((key) => verifies(key, digest, signature))
    if (at < 0) fault(`The coin ${name} has a signature that isn’t one of its keys’.`)
    left.splice(0, at + 1)
  }
}

/**
 * Whether every one of these coins is signed for, over this message. What it can't see: whether the coins are on the chain and
 * unspent, which anybody's node tells. Answers what they are together. Throws a ReserveFault.
 */
export function checkReserveProof(
  transaction: string,
  coins: readonly ReserveCoin[],
  message: string,
): bigint {
  const plain = read(transaction)
  const [first] = plain.inputs
  if (!first || hex.encode(first.txid) !== commitment(message) || first.index !== 0)
    fault('It is of another message: its first input isn’t this one’s hash.')
  const outpoints = outpointsIn(plain).map(outpointOf)
  if (outpoints.length === 0 || outpoints.join() !== coins.map(outpointOf).join())
    fault('Its inputs aren’t the coins that it is said to be of.')
  if (new Set(outpoints).size < outpoints.length) fault('A coin stands twice in it.')
  const [output, ...more] = plain.outputs
  if (!output || more.length > 0 || output.amount !== total(coins))
    fault('Its one output isn’t the sum of its coins.')
  const made = Transaction.fromRaw(hex.decode(transaction), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const [n, coin] of coins.entries()) {
    const witness = plain.witnesses?.[n + 1] ?? []
    if (isTaproot(coin)) checkTaproot(made, n + 1, coins, witness)
    else checkSigned(made, n + 1, coin, witness)
  }
  return total(coins)
}

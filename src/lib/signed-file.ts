/**
 * What a signer gives back, as programs save it: a PSBT or a transaction, in bytes, base64 or hex. What is in it is compared
 * elsewhere (payout-signatures.ts).
 * Sources: BIP 174 and 371 (PSBT), 370 (its version 2, which is named and not read).
 */
import { base64, hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'
import { RawPSBTV0, RawPSBTV2 } from '@scure/btc-signer/psbt.js'
import { PayoutFault } from './payout-batch.ts'

export type Plain = {
  version: number
  lockTime: number
  inputs: { txid: Uint8Array; index: number; sequence: number; finalScriptSig: Uint8Array }[]
  outputs: { amount: bigint; script: Uint8Array }[]
}

export type Pair = [publicKey: Uint8Array, signature: Uint8Array]

/** What of an input's map is looked at; anything else that a signer writes there is left aside. */
export type InputMap = {
  witnessUtxo?: Plain['outputs'][number] | undefined
  nonWitnessUtxo?: Parameters<typeof RawTx.encode>[0] | undefined
  witnessScript?: Uint8Array | undefined
  sighashType?: number | undefined
  partialSig?: Pair[] | undefined
  tapInternalKey?: Uint8Array | undefined
  tapKeySig?: Uint8Array | undefined
  finalScriptSig?: Uint8Array | undefined
  finalScriptWitness?: Uint8Array[] | undefined
}

export const again = 'Download the batch again, sign that and upload it.'
const unreadable = `The file is neither a PSBT of version 0 nor a signed transaction, or a part of it is missing. ${again}`
const ofVersion2 =
  'The file is a PSBT of version 2, and version 0 is taken. Have the signer save it as version 0 (BIP 174), or upload the finished transaction.'

/** What signers show or answer around a PSBT, which isn't taken as it is. */
const wrappings: [form: RegExp, says: string][] = [
  [
    /^ur:/i,
    'This is the text of an animated QR code (UR). Save the PSBT as a file in the signer, or copy it in base64.',
  ],
  [
    /^B\$[\dA-Z]{6}/,
    'This is the text of an animated QR code (BBQr). Save the PSBT as a file in the signer, or copy it in base64.',
  ],
  [/^[{[]/, 'This is an answer in JSON. Copy only the text behind “psbt” or “hex” in it.'],
]

const isPsbt = (bytes: Uint8Array): boolean => hex.encode(bytes.subarray(0, 5)) === '70736274ff'

const ofLetters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const begins = (bytes: Uint8Array, ...mark: number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

/** A text file whose first bytes say its encoding, as Windows saves it: UTF-8, or two bytes a letter. Null: it has none. */
function markedText(bytes: Uint8Array): string | null {
  if (begins(bytes, 0xef, 0xbb, 0xbf)) return ofLetters(bytes.subarray(3))
  return begins(bytes, 0xff, 0xfe)
    ? ofLetters(bytes.filter((_, at) => at > 1 && at % 2 === 0))
    : null
}

/** Null where it is no text. */
function textIn(bytes: Uint8Array): string | null {
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || byte >= 32)
  return markedText(bytes) ?? (isText && !isPsbt(bytes) ? ofLetters(bytes) : null)
}

/** Programs save it as text, in base64 or hex, or as it is. */
export function bytesOf(uploaded: string | Uint8Array): Uint8Array {
  const text = typeof uploaded === 'string' ? uploaded : textIn(uploaded)
  if (text === null) return uploaded as Uint8Array
  const letters = text.replaceAll(/\s/g, '')
  const wrapping = wrappings.find(([form]) => form.test(letters))
  if (wrapping) throw new PayoutFault(wrapping[1])
  const bytes = /^[\da-f]+$/i.test(letters)
    ? hex.decode(letters.toLowerCase())
    : base64.decode(letters)
  // Browsers send a file that isn’t plain letters in base64: a text may be in it once more.
  return markedText(bytes) === null ? bytes : bytesOf(bytes)
}

function isOfVersion2(bytes: Uint8Array): boolean {
  try {
    return RawPSBTV2.decode(bytes).global.version === 2
  } catch {
    return false
  }
}

function parsed(bytes: Uint8Array): { plain: Plain; maps: InputMap[] } {
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
}

/** Throws a PayoutFault. */
export function readSignedFile(uploaded: string | Uint8Array): {
  plain: Plain
  maps: InputMap[]
} {
  let bytes: Uint8Array | null = null
  try {
    bytes = bytesOf(uploaded)
    return parsed(bytes)
  } catch (error) {
    if (error instanceof PayoutFault) throw error
    throw new PayoutFault(bytes && isOfVersion2(bytes) ? ofVersion2 : unreadable)
  }
}

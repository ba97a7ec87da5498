/**
 * Addresses of TRON that come of an account's public key, and the two ways in which an address is written: as people write it,
 * `T…`, and as nodes do, `41` and forty hex digits. Those of the main and of every public test network are the same. A demonstration's
 * own network has the byte that TRON's first test network had, so that no wallet of the main one takes its addresses: `27…`.
 * Sources: BIP 32 and 44, SLIP 44 (TRON is 195), TRON's protocol documentation (addresses), java-tron's `Constant.java` (0xa0), SEC 1
 * 2.3.4 (compressed points).
 */
import { HDKey } from '@scure/bip32'
import { hex } from '@scure/base'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58check } from './address-fault.ts'

/** Says what is wrong with an account's key or with an address, and what to do. */
export class TronAddressFault extends Error {}

export type TronAccount = {
  /** Spelled one way, without where it comes from: two that are equal are one account. */
  xpub: string
  key: HDKey
}

/** `tron-sample`: the one that a demonstration makes for itself. */
export type TronNetwork = 'tron' | 'tron-sample'

/** The byte before the twenty of an address. */
const versions: Record<TronNetwork, number> = { tron: 0x41, 'tron-sample': 0xa0 }
const accountForm = /^(?:\[[\da-f]{8}\/(\S+)\])?(xpub[1-9A-HJ-NP-Za-km-z]+)$/
const accountPath = /^44['h]\/195['h]\/0['h]$/
const firstHardened = 0x80000000

function readKey(encoded: string): HDKey {
  try {
    return HDKey.fromExtendedKey(encoded)
  } catch {
    throw new TronAddressFault('The account’s key can’t be read: it is mistyped. Copy it anew.')
  }
}

/** Of `xpub…`, or `[fingerprint/44h/195h/0h]xpub…` as some signers write it. Throws a TronAddressFault. */
export function readTronAccount(text: string): TronAccount {
  if (/[a-zA-Z]prv/.test(text))
    throw new TronAddressFault(
      'This is a private key. It must never reach a server: take it for lost, make a new wallet, and export its public key.',
    )
  const [, path, encoded] = accountForm.exec(text.trim()) ?? []
  if (!encoded)
    throw new TronAddressFault(
      'The account must be its extended public key, xpub…, as the signer exports it for m/44h/195h/0h.',
    )
  const key = readKey(encoded)
  if (key.depth !== 3 || key.index !== firstHardened)
    throw new TronAddressFault(
      'This key isn’t the one of a first account. Export the one at m/44h/195h/0h.',
    )
  if (path !== undefined && !accountPath.test(path))
    throw new TronAddressFault(
      `The key at ${path} is of another coin or account. Export the one at m/44h/195h/0h.`,
    )
  return { xpub: key.publicExtendedKey, key }
}

/** Of secp256k1. */
const prime = 2n ** 256n - 2n ** 32n - 977n

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  const half = power((base * base) % prime, exponent >> 1n)
  return exponent & 1n ? (half * base) % prime : half
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${hex.encode(bytes)}`)

/** Both coordinates of the point that a compressed key is, without the byte before them: what TRON hashes. */
function coordinatesOf(compressed: Uint8Array): Uint8Array {
  const x = numberOf(compressed.subarray(1))
  const square = (x * x * x + 7n) % prime
  const root = power(square, (prime + 1n) >> 2n)
  if ((root * root) % prime !== square) throw new RangeError('The key is no point of the curve')
  const isOdd = compressed[0] === 3
  const y = (root & 1n) === (isOdd ? 1n : 0n) ? root : prime - root
  return hex.decode([x, y].map((part) => part.toString(16).padStart(64, '0')).join(''))
}

const encoded = (twentyBytes: Uint8Array, network: TronNetwork): string =>
  base58check.encode(Uint8Array.of(versions[network], ...twentyBytes))

/** The one at m/44'/195'/0'/0/index; `index` is from 0 to 2³¹ − 1. */
export function tronAddressAt(
  { key }: TronAccount,
  index: number,
  network: TronNetwork = 'tron',
): string {
  const { publicKey } = key.deriveChild(0).deriveChild(index)
  return encoded(keccak_256(coordinatesOf(publicKey!)).subarray(12), network)
}

const looks: Record<TronNetwork, string> = {
  tron: 'one begins with T, has 34 characters',
  'tron-sample': 'one of this demonstration’s network begins with 27, has 35 characters',
}

/** As nodes of any network write it, `41` and forty hex digits. Throws a TronAddressFault for what is no address. */
export function tronHexOf(address: string, network: TronNetwork = 'tron'): string {
  const digits = hexOnTron(address, network)
  if (digits === null)
    throw new TronAddressFault(
      `${address} is no address of TRON: ${looks[network]}, and its last ones are a checksum. Copy it anew.`,
    )
  return digits
}

/** The same; null for what is no address. */
export function hexOnTron(address: string, network: TronNetwork): string | null {
  const twentyBytes = addressBytes(address, network)
  return twentyBytes === null ? null : `41${hex.encode(twentyBytes)}`
}

function addressBytes(address: string, network: TronNetwork): Uint8Array | null {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === versions[network] ? bytes.subarray(1) : null
  } catch {
    return null
  }
}

/** As people write it. `digits`: forty hex digits, with `41` before them or, as in logs of contracts, without. */
export function tronAddressOf(digits: string, network: TronNetwork = 'tron'): string {
  const [, twentyBytes] = /^(?:41)?([\da-f]{40})$/.exec(digits) ?? []
  if (twentyBytes === undefined)
    throw new TronAddressFault(`${digits} is no address of TRON in hex.`)
  return encoded(hex.decode(twentyBytes), network)
}

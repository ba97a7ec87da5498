/**
 * The wallet of a firm as an output descriptor: public keys, and how addresses come of them. Three kinds are read, `wpkh` and `tr`
 * with one key and `wsh(sortedmulti(…))` with several; of each, branch 0 is for people and branch 1 for change.
 * Sources: BIP 380 (checksum), 382 (wpkh, wsh), 383 (sortedmulti), 386 (tr), 389 (`<0;1>`), 32, 84 and 86 (keys), 341 and 350
 * (addresses of taproot).
 */
import { HDKey } from '@scure/bip32'
import { NETWORK, TEST_NETWORK, p2ms, p2tr, p2wpkh, p2wsh, _sortPubkeys } from '@scure/btc-signer'
import { hex } from '@scure/base'
import { otherKeyFault } from './other-key.ts'
import { holdsPrivateKey, privateKeyForPublic } from './wallet-secret.ts'

export type BitcoinNetwork = 'main' | 'test' | 'regtest'

/** `people`: what investors pay to; `change`: what comes back to the wallet of a payout. */
export type Branch = 'people' | 'change'

type Key = {
  /** Eight hex digits: of the key that the signer holds. */
  fingerprint: string
  /** From there to the account's, such as `84h/0h/0h`. */
  path: string
  account: HDKey
}

/** `tr`: spent with its one key alone, never by a script. */
export type WalletKind = 'wpkh' | 'tr' | 'wsh'

export type Wallet = {
  kind: WalletKind
  /** Spelled one way, with its checksum: two that are equal are one wallet. */
  descriptor: string
  network: BitcoinNetwork
  /** How many signatures it takes. */
  threshold: number
  keys: readonly Key[]
}

/** Where an output goes: what the chain knows, and what people read. */
export type Place = {
  /** In hex. */
  script: string
  address: string
  /** What is signed for several keys, in hex. */
  witnessScript: string | null
  /** Of taproot: the key whose signature spends it, before it is tweaked, in hex. */
  internalKey: string | null
}

/** Says what is wrong with a descriptor, and what to do. */
export class DescriptorFault extends Error {}

const inputLetters =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const checksumLetters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

function step(sum: bigint, value: number): bigint {
  const top = sum >> 35n
  const shifted = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(value)
  return generator.reduce(
    (mixed, part, bit) => ((top >> BigInt(bit)) & 1n ? mixed ^ part : mixed),
    shifted,
  )
}

/** Eight letters, which show up to four mistaken ones. */
export function descriptorChecksum(descriptor: string): string {
  const places = [...descriptor].map((letter) => inputLetters.indexOf(letter))
  if (places.includes(-1))
    throw new DescriptorFault('A descriptor has letters that none may have. Copy it anew.')
  const symbols: number[] = []
  for (let at = 0; at < places.length; at += 3) {
    const three = places.slice(at, at + 3)
    symbols.push(...three.map((place) => place & 31))
    symbols.push(three.reduce((group, place) => group * 3 + (place >> 5), 0))
  }
  const sum = [...symbols, 0, 0, 0, 0, 0, 0, 0, 0].reduce(step, 1n) ^ 1n
  return Array.from({ length: 8 }, (_, n) =>
    checksumLetters.charAt(Number((sum >> BigInt(5 * (7 - n))) & 31n)),
  ).join('')
}

const versions = {
  main: { public: 0x0488b21e, private: 0x0488ade4 },
  test: { public: 0x043587cf, private: 0x04358394 },
  regtest: { public: 0x043587cf, private: 0x04358394 },
} as const satisfies Record<BitcoinNetwork, { public: number; private: number }>

/** As people begin the addresses of each. */
export const networkParameters = {
  main: NETWORK,
  test: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
} as const satisfies Record<BitcoinNetwork, typeof NETWORK>

const keyForm = /^\[([\da-f]{8})((?:\/(?:0|[1-9]\d{0,9})h)+)\]([1-9A-HJ-NP-Za-km-z]+)\/<0;1>\/\*$/
const coinTypes = { main: '0h', test: '1h', regtest: '1h' } as const

function keyOf(text: string, network: BitcoinNetwork): Key {
  const other = otherKeyFault(text)
  if (other !== null) throw new DescriptorFault(other)
  if (/^[xt]pub\w+$/.test(text))
    throw new DescriptorFault(
      'This key doesn’t say where it comes from, and a signer couldn’t find it. Export it with its fingerprint and path: [fingerprint/84h/0h/0h]xpub…/<0;1>/*.',
    )
  if (holdsPrivateKey(text)) throw new DescriptorFault(privateKeyForPublic)
  const [, fingerprint, path, encoded] = keyForm.exec(text) ?? []
  if (!fingerprint || !path || !encoded)
    throw new DescriptorFault(
      'A key must read [fingerprint/84h/0h/0h]xpub…/<0;1>/*: its fingerprint and path in brackets, the public key of the account, and both branches.',
    )
  const account = readKey(encoded, network)
  const steps = path.slice(1).split('/')
  if (account.depth !== steps.length || account.index !== hardened(steps.at(-1)!))
    throw new DescriptorFault(
      `The key after [${fingerprint}${path}] is not the one at this path. Export both again together.`,
    )
  if (['44h', '48h', '49h', '84h', '86h'].includes(steps[0]!) && steps[1] !== coinTypes[network])
    throw new DescriptorFault(
      `The path ${path.slice(1)} is not one of the network ${network}. Export the account of this network.`,
    )
  return { fingerprint, path: path.slice(1), account }
}

const hardened = (step: string): number => Number(step.slice(0, -1)) + 0x80000000

function readKey(encoded: string, network: BitcoinNetwork): HDKey {
  try {
    return HDKey.fromExtendedKey(encoded, versions[network])
  } catch {
    throw new DescriptorFault(
      `A key can’t be read: it is mistyped, or of another network than ${network}. Copy it anew.`,
    )
  }
}

/** More would not fit what nodes pass on. */
const maxKeys = 15

type Parts = { kind: WalletKind; threshold: number; keys: string[] }

const older = (digit: number) =>
  `This wallet has addresses of an older kind, which begin with ${digit}. Make one of native SegWit or taproot in the signer, and export its descriptor.`

/** Why a kind that real signers export isn't taken; null for a text that is no such descriptor. */
function otherKindFault(body: string): string | null {
  if (body.startsWith('sh(')) return older(3)
  if (body.startsWith('pkh(')) return older(1)
  if (body.startsWith('wsh(multi('))
    return 'This wallet has its keys in a fixed order. Make one with sorted keys, wsh(sortedmulti(k,…)), in the signers.'
  if (/^(?:tr\(.*,|rawtr\()/.test(body))
    return 'A taproot wallet is taken with one key and no scripts: tr([fingerprint/86h/0h/0h]xpub…/<0;1>/*).'
  return null
}

function partsOf(body: string): Parts {
  const [, kind, key] = /^(wpkh|tr)\(([^,]*)\)$/.exec(body) ?? []
  if (kind === 'wpkh' || kind === 'tr') return { kind, threshold: 1, keys: [key!] }
  const several = /^wsh\(sortedmulti\((\d+),(.*)\)\)$/.exec(body)
  // In whichever order the keys stand, the addresses are the same, and so is the wallet.
  if (several)
    return { kind: 'wsh', threshold: Number(several[1]), keys: several[2]!.split(',').toSorted() }
  if (/^[xtyzuvYZUV]pub\w+$/.test(body)) return { kind: 'wpkh', threshold: 1, keys: [body] }
  throw new DescriptorFault(
    otherKindFault(body) ??
      'A descriptor must be wpkh(…) or tr(…) for one key, or wsh(sortedmulti(k,…)) for several.',
  )
}

/** A key of an account, and what stands behind it where that isn't both branches: one of them, or both as programs wrote them before BIP 389. */
const otherBranches = /(\][xt]pub\w+)(?:\/[01]\/\*|\/\{0,1\}\/\*|\/\*\*)?(?=[,)])/g

const isSummed = (given: string, checksum: string | undefined) =>
  checksum !== undefined && checksum === descriptorChecksum(given)

/** How a descriptor without both branches is written with them; null for one that has them, or isn't what it was. */
function branchesFault(
  given: string,
  checksum: string | undefined,
  network: BitcoinNetwork,
): string | null {
  const body = plainBody(given)
  const whole = body.replaceAll(otherBranches, '$1/<0;1>/*')
  if (whole === body || (checksum !== undefined && !isSummed(given, checksum))) return null
  const { descriptor } = readDescriptor(`${whole}#${descriptorChecksum(whole)}`, network)
  return `A descriptor must have both branches, 0 for people and 1 for change. If these are the signer’s, it reads ${descriptor}`
}

/** One spelling for what means the same: some signers write hardened steps with an apostrophe, fingerprints in capitals, or put blanks behind commas. */
const plainBody = (given: string): string =>
  given
    .replaceAll("'", 'h')
    .replaceAll(' ', '')
    .replaceAll(/\[[\dA-Fa-f]{8}(?=[/\]])/g, (fingerprint) => fingerprint.toLowerCase())

/** Throws a DescriptorFault. A checksum must be there, and right. */
export function readDescriptor(text: string, network: BitcoinNetwork): Wallet {
  const [given = '', checksum, ...more] = text.trim().split('#')
  const branches = branchesFault(given, checksum, network)
  if (branches !== null) throw new DescriptorFault(branches)
  const { kind, threshold, keys: texts } = partsOf(plainBody(given))
  const keys = texts.map((key) => keyOf(key, network))
  if (more.length > 0 || !isSummed(given, checksum))
    throw new DescriptorFault(
      checksum === undefined
        ? 'The descriptor has no checksum: # and eight letters at its end. Copy it whole.'
        : 'The checksum of the descriptor is wrong: a letter was mistyped or lost. Copy it anew.',
    )
  if (threshold < 1 || threshold > keys.length || keys.length > maxKeys)
    throw new DescriptorFault(
      `${threshold} of ${keys.length} keys can’t sign: at least 1, at most all of up to ${maxKeys}.`,
    )
  if (new Set(keys.map(({ account }) => account.publicExtendedKey)).size < keys.length)
    throw new DescriptorFault('The same key stands twice in the descriptor. Each signer has one.')
  const plain =
    kind === 'wsh' ? `wsh(sortedmulti(${threshold},${texts.join(',')}))` : `${kind}(${texts[0]})`
  return { kind, descriptor: `${plain}#${descriptorChecksum(plain)}`, network, threshold, keys }
}

const numberOf = { people: 0, change: 1 } as const

/** What is paid to, and what is known of it beside its script. */
function paidTo({ kind, network, threshold }: Wallet, publicKeys: Uint8Array[]) {
  const parameters = networkParameters[network]
  const [first] = publicKeys as [Uint8Array]
  if (kind === 'wpkh') return p2wpkh(first, parameters)
  return kind === 'tr'
    ? p2tr(xOnly(first), undefined, parameters)
    : p2wsh(p2ms(threshold, _sortPubkeys(publicKeys)), parameters)
}

/** As taproot has keys: without the byte that says which of two points it is. */
export const xOnly = (publicKey: Uint8Array): Uint8Array => publicKey.subarray(1)

/** The place of an index, from 0 to 2³¹ − 1. */
export function placeAt(wallet: Wallet, branch: Branch, index: number): Place {
  const publicKeys = wallet.keys.map(
    ({ account }) => account.deriveChild(numberOf[branch]).deriveChild(index).publicKey!,
  )
  const paid = paidTo(wallet, publicKeys)
  return {
    script: hex.encode(paid.script),
    address: paid.address!,
    witnessScript:
      'witnessScript' in paid && paid.witnessScript ? hex.encode(paid.witnessScript) : null,
    internalKey: wallet.kind === 'tr' ? hex.encode(xOnly(publicKeys[0]!)) : null,
  }
}

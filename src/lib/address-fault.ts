/**
 * Typing mistakes in wallet addresses. What looks like a Bitcoin or TRON address, of the main or a
 * test network, must pass its checksum; other kinds can't be checked and pass.
 * Sources: BIP 173 and BIP 350 (bech32, bech32m), Base58Check of Bitcoin, TRON's address format.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { addressKind } from './wallet-address.ts'

export const base58check = createBase58check(sha256)

/** First byte of the decoded address, by the letter that addresses of its kind begin with. */
const versions: Record<string, number> = { 1: 0x00, 3: 0x05, m: 0x6f, n: 0x6f, 2: 0xc4, T: 0x41 }
/** Of a demonstration's TRON. */
const sampleTron = 0xa0

function isSegwit(address: string): boolean {
  for (const [coder, isVersion] of [
    [bech32, (v: number) => v === 0],
    [bech32m, (v: number) => v >= 1 && v <= 16],
  ] as const) {
    const decoded = coder.decodeUnsafe(address, 90)
    if (!decoded || !isVersion(decoded.words[0] ?? -1)) continue
    const program = coder.fromWordsUnsafe(decoded.words.slice(1))
    if (program && program.length >= 2 && program.length <= 40)
      return decoded.words[0] !== 0 || [20, 32].includes(program.length)
  }
  return false
}

function isBase58(address: string): boolean {
  try {
    const bytes = base58check.decode(address)
    const isSampleTron = address.startsWith('27') && bytes[0] === sampleTron
    return bytes.length === 21 && (isSampleTron || bytes[0] === versions[address[0]!])
  } catch {
    return false
  }
}

/** What is wrong with a wallet address, in a sentence, or null. */
export function addressFault(address: string): string | null {
  const kind = addressKind(address)
  if (kind === null || (kind.coding === 'bech32' ? isSegwit : isBase58)(address)) return null
  return `This looks like a ${kind.network} address, but its checksum is wrong. Please check it for a typing mistake.`
}

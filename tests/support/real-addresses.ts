/** Finds addresses in a text that real money could reach: those of a main network whose checksum fits. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)

/** Bitcoin's two old kinds, and TRON's, which look alike on its main and test networks. */
const realVersions = [0x00, 0x05, 0x41]

function isReal(word: string): boolean {
  if (/^0x[0-9a-f]{40}$/i.test(word)) return true
  if (/^bc1/i.test(word))
    return [bech32, bech32m].some((coder) => coder.decodeUnsafe(word.toLowerCase(), 90))
  try {
    const bytes = base58check.decode(word)
    return bytes.length === 21 && realVersions.includes(bytes[0]!)
  } catch {
    return false
  }
}

export function realAddresses(text: string): string[] {
  return (text.match(/[A-Za-z0-9]{25,90}/g) ?? []).filter(isReal)
}

import { sha256 } from '@noble/hashes/sha2.js'
import type { Digest } from '../../lib/liabilities/proof.ts'

/** The browser's own SHA-256. It has none on a page that came by plain http from another machine; then the library's. */
export const digest: Digest = async (bytes) => {
  const { subtle } = window.crypto as { subtle?: SubtleCrypto }
  if (!subtle) return sha256(bytes)
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}

/** What of a leaf hangs on the day's salt: with it a leaf is found and opened, and without it tells nothing of whom it is. */
import { createHmac } from 'node:crypto'
import { nonceBytes } from '../../lib/liabilities/format.ts'
import type { Cents } from '../../lib/money.ts'

export const placeBytes = 16

export type LeafSalt = {
  nonce: Buffer
  /** Leaves stand in the order of their places, which is by chance. */
  place: Buffer
  /** How an amount is shared: 64 bits by chance. */
  share: bigint
}

/** HMAC-SHA-512 of whose it is and of which part. */
export function leafSalt(salt: Buffer, whose: string, part: number): LeafSalt {
  const bytes = createHmac('sha512', salt).update(`${whose} ${part}`).digest()
  return {
    nonce: bytes.subarray(0, nonceBytes),
    place: bytes.subarray(nonceBytes, nonceBytes + placeBytes),
    share: bytes.readBigUInt64BE(nonceBytes + placeBytes),
  }
}

/** The first of two parts; the second is the rest. */
export const firstPart = (amount: Cents, share: bigint): Cents => (amount * share) >> 64n

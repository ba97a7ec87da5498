/** What of a leaf hangs on the day's salt: with it a leaf is found and opened, and without it tells nothing of whom it is. */
import { createHmac } from 'node:crypto'
import { claims, noAmounts, nonceBytes, type Amounts } from '../../lib/liabilities/format.ts'

export const placeBytes = 16

export type LeafSalt = {
  nonce: Buffer
  /** Leaves stand in the order of their places, which is by chance. */
  place: Buffer
}

const hmac = (salt: Buffer, of: string): Buffer => createHmac('sha512', salt).update(of).digest()

/** HMAC-SHA-512 of whose it is and of which part. */
export function leafSalt(salt: Buffer, whose: string, part: number): LeafSalt {
  const bytes = hmac(salt, `${whose} ${part}`)
  return {
    nonce: bytes.subarray(0, nonceBytes),
    place: bytes.subarray(nonceBytes, nonceBytes + placeBytes),
  }
}

/**
 * An account's first part; the second is the rest. Each kind is shared by 64 bits of its own: leaves that had one share for all
 * of them would be known as two of one account by how their amounts compare.
 */
export function firstPart(salt: Buffer, account: string, amounts: Amounts): Amounts {
  const shares = hmac(salt, `${account} shares`)
  const first = { ...noAmounts }
  for (const [n, claim] of claims.entries())
    first[claim] = (amounts[claim] * shares.readBigUInt64BE(8 * n)) >> 64n
  return first
}

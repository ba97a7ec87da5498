/** Bitcoin as people read it. Amounts are whole satoshi, of which a bitcoin has a hundred million. */
const satoshiInOne = 100_000_000n

/** `250000n` to `"0.0025"`, `100000000n` to `"1"`: no zero at the end that says nothing. */
export function bitcoinFromSatoshi(satoshi: bigint): string {
  const size = satoshi < 0n ? -satoshi : satoshi
  const rest = String(size % satoshiInOne)
    .padStart(8, '0')
    .replace(/0{1,8}$/, '')
  return `${satoshi < 0n ? '-' : ''}${size / satoshiInOne}${rest ? `.${rest}` : ''}`
}

/** `250000n` to `"0.0025 BTC"`. */
export const formatBitcoin = (satoshi: bigint): string => `${bitcoinFromSatoshi(satoshi)} BTC`

/** `"0.0025"` to `250000n`; null where it isn't a plain number of bitcoin with at most eight decimals. */
export function satoshiFromBitcoin(text: string): bigint | null {
  const match = /^(0|[1-9]\d{0,7})(?:\.(\d{1,8}))?$/.exec(text)
  return match ? BigInt(match[1]! + (match[2] ?? '').padEnd(8, '0')) : null
}

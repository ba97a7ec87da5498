/** Coins as people read them, of whichever kind. */
import { bitcoinFromSatoshi, formatBitcoin } from './bitcoin-amount.ts'
import type { Coin } from './exchange-rate.ts'

const millionthsInOne = 1_000_000n

/** `2500000n` to `"2.5"`: no zero at the end that says nothing. */
export function usdtText(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths
  const rest = String(size % millionthsInOne)
    .padStart(6, '0')
    .replace(/0{1,6}$/, '')
  return `${millionths < 0n ? '-' : ''}${size / millionthsInOne}${rest ? `.${rest}` : ''}`
}

/** `"2.5"` to `2500000n`; null where it isn't a plain number of USDT with at most six decimals. */
export function millionthsFromUsdt(text: string): bigint | null {
  const match = /^(0|[1-9]\d{0,11})(?:\.(\d{1,6}))?$/.exec(text)
  return match ? BigInt(match[1]! + (match[2] ?? '').padEnd(6, '0')) : null
}

/** Without the name of the coin. */
export const coinsFromUnits = (units: bigint, coin: Coin): string =>
  coin === 'BTC' ? bitcoinFromSatoshi(units) : usdtText(units)

/** `"0.0025 BTC"`, `"2.5 USDT"` */
export const formatCoins = (units: bigint, coin: Coin): string =>
  coin === 'BTC' ? formatBitcoin(units) : `${usdtText(units)} USDT`

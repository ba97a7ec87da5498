/** Coins as people read them, of whichever kind. */
import { bitcoinFromSatoshi, formatBitcoin, satoshiFromBitcoin } from './bitcoin-amount.ts'
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

/** Null where it isn't a plain number above zero, with no more decimals than the coin has. */
export function unitsTyped(text: string, coin: Coin): bigint | null {
  const plain = text.trim()
  const units = coin === 'BTC' ? satoshiFromBitcoin(plain) : millionthsFromUsdt(plain)
  return units !== null && units > 0n ? units : null
}

/** Why a text is no amount of a coin, for the field that it was typed into; null: it is one. */
export const coinsFault = (text: string, coin: Coin): string | null =>
  unitsTyped(text, coin) === null
    ? `Please enter an amount of ${coin === 'BTC' ? 'bitcoin such as 0.25' : 'USDT such as 250.5'}`
    : null

/** Without the name of the coin. */
export const coinsFromUnits = (units: bigint, coin: Coin): string =>
  coin === 'BTC' ? bitcoinFromSatoshi(units) : usdtText(units)

/** `"0.0025 BTC"`, `"2.5 USDT"` */
export const formatCoins = (units: bigint, coin: Coin): string =>
  coin === 'BTC' ? formatBitcoin(units) : `${usdtText(units)} USDT`

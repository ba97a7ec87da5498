/** Entries of coins that the firm sold or bought, and of what capital bears of coins: of which coin, and which way. Pure. */
import type { Coin } from './exchange-rate.ts'

/** `usdt-fee`: fees of the network for USDT, which are paid in TRX. */
export const coinEntryKinds = [
  'sale',
  'purchase',
  'cover',
  'usdt-sale',
  'usdt-purchase',
  'usdt-fee',
] as const
export type CoinEntryKind = (typeof coinEntryKinds)[number]

/** What capital alone bears: no coins move that the books have. */
export const borneKinds = ['cover', 'usdt-fee'] as const
export type BorneKind = (typeof borneKinds)[number]
export type ExchangeKind = Exclude<CoinEntryKind, BorneKind>

export const isBorne = (kind: CoinEntryKind): kind is BorneKind =>
  kind === 'cover' || kind === 'usdt-fee'

/** Of a cover it says nothing. */
export const coinOfEntry = (kind: CoinEntryKind): Coin =>
  kind.startsWith('usdt-') ? 'USDT' : 'BTC'

export const isSale = (kind: CoinEntryKind): boolean => kind === 'sale' || kind === 'usdt-sale'

export const kindOfEntry = (coin: Coin, way: 'sale' | 'purchase') =>
  coin === 'BTC' ? way : (`usdt-${way}` as const)

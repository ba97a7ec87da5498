/** Entries of coins that the firm sold or bought, and of capital that covers what they lost: of which coin, and which way. Pure. */
import type { Coin } from './exchange-rate.ts'

export const coinEntryKinds = ['sale', 'purchase', 'cover', 'usdt-sale', 'usdt-purchase'] as const
export type CoinEntryKind = (typeof coinEntryKinds)[number]

/** Of a cover it says nothing. */
export const coinOfEntry = (kind: CoinEntryKind): Coin =>
  kind.startsWith('usdt-') ? 'USDT' : 'BTC'

export const isSale = (kind: CoinEntryKind): boolean => kind === 'sale' || kind === 'usdt-sale'

export const kindOfEntry = (coin: Coin, way: 'sale' | 'purchase') =>
  coin === 'BTC' ? way : (`usdt-${way}` as const)

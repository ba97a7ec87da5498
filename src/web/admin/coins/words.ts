import { coinOfEntry, type CoinEntryKind } from '../../../lib/coin-entry.ts'
import type { CoinEntry, CoinPosition } from '../../../contract/coin-exchange.ts'
import type { CoinItemKind } from '../../../contract/coin-items.ts'
import { oneCoin, type Coin } from '../../../lib/exchange-rate.ts'
import { usd } from '../../ui/amount.ts'

export const kindNames: Record<CoinEntryKind, string> = {
  sale: 'Sale',
  purchase: 'Purchase',
  cover: 'Cover',
  'usdt-sale': 'Sale',
  'usdt-purchase': 'Purchase',
  'usdt-fee': 'Fees in TRX',
}

/** What booking it does. */
const sold =
  'The coins leave the wallet in the books, and the dollars come to the clients’ account.'
const bought =
  'The coins come to the wallet in the books, and the dollars leave the clients’ account.'
export const effects: Record<CoinEntryKind, string> = {
  sale: sold,
  purchase: bought,
  'usdt-sale': sold,
  'usdt-purchase': bought,
  cover:
    'Capital bears what coins have lost: so much goes from the firm’s own account to the clients’, and less is owed against coins. It can’t be taken out again.',
  'usdt-fee':
    'Capital bears what TRX for the network’s fees have cost: so much leaves the firm’s own account. No customer’s money pays it.',
}

/** `"-0.5"` to `−0.5 BTC` */
export const signedCoins = (coins: string, coin: Coin = 'BTC') =>
  `${coins.replace('-', '\u2212')} ${coin}`

/** `"-0.5"` to `0.5 BTC` */
export const sizeOfCoins = (coins: string) => `${coins.replace('-', '')} BTC`

export type Exchanged = Omit<
  CoinEntry,
  'id' | 'reason' | 'firstAt' | 'firstBy' | 'bookedAt' | 'bookedBy'
>

/** `Sale of 0.5 BTC for $32,000.00` */
export const named = ({ kind, quantity, amount }: Exchanged) =>
  quantity === null
    ? `${kindNames[kind]} of ${usd(amount)} from capital`
    : `${kindNames[kind]} of ${quantity} ${coinOfEntry(kind)} for ${usd(amount)}`

/** How far it is from the last rate; null where no coins were exchanged. */
export function rateWords({ kind, rate, lastRate, offBy }: Exchanged): string | null {
  if (rate === null) return null
  const by = `${usd(rate)} ${oneCoin[coinOfEntry(kind)]}`
  if (lastRate === null || offBy === null) return `${by}; there was no rate to compare that with`
  if (Number(offBy) === 0) return `${by}, as the last rate was`
  const direction = offBy.startsWith('-') ? 'below' : 'above'
  return `${by}, ${offBy.replace('-', '')}% ${direction} the last rate of ${usd(lastRate)}`
}

/** By what payouts stop, and what is to be done about it. */
const remedies: Partial<Record<CoinItemKind, string>> = {
  'unknown-spending':
    'Left by a transaction that nobody here knows: was it a sale? Then record it below, with all that left the wallet by it, the network’s fee too, and have it approved. If it was none of yours, somebody else has the keys: move the remaining coins to another wallet at once.',
  'credited-in-no-block':
    'Credited, in no block: wait for a few blocks. It is mined again, or taken away from whom it was credited. If it stays for longer, nobody can bear it: pay in capital in the treasury.',
  'payout-in-no-block':
    'Paid, in no block: wait for a few blocks, mostly it is mined again. Pay none of it a second time meanwhile.',
  'exchange-in-no-block':
    'Exchanged, in no block: wait for a few blocks, mostly it is mined again. If it isn’t, ask the exchange.',
}

const unexplained =
  'Unexplained: ask the operator to run “npm run audit” and “npm run audit -- --replay”. They say whether it is the books; the runbook “Coins in the books and on the chain differ” goes on from there.'

export function remediesFor({ items, difference }: CoinPosition): string[] {
  const kinds = new Set(items.filter(({ stopsPayouts }) => stopsPayouts).map(({ kind }) => kind))
  const known = [...kinds].flatMap((kind) => remedies[kind] ?? [])
  return difference === '0' ? known : [...known, unexplained]
}

/** Whether new deposits wait for the limit. */
export const isAtLimit = ({ room, items }: CoinPosition) =>
  room === 0 || items.some(({ kind }) => kind === 'beyond-position')

export const atLimit = 'The position is at its limit: new deposits wait, payouts continue.'

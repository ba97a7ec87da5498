/** What may be between the books and the chain, each in words: of pages, and of what refuses to send. */
import { z } from 'zod'

/**
 * What arrived and isn't credited, by what it waits for; what is at the firm's own addresses; what of payouts isn't booked; and what
 * must not be: credited, paid or exchanged in no block at present, or spent by a transaction that nobody here knows.
 */
export const coinItemKind = z.enum([
  'confirming',
  'below-minimum',
  'without-rate',
  'beyond-position',
  'checked',
  'due',
  'own-address',
  'payout-not-booked',
  'fee-not-booked',
  'credited-in-no-block',
  'payout-in-no-block',
  'exchange-in-no-block',
  'unknown-spending',
])
export type CoinItemKind = z.infer<typeof coinItemKind>

type Words = (coins: string, txid: string) => string

const words: Record<CoinItemKind, Words> = {
  confirming: (coins) => `${coins} arrived and is not deep enough in the chain yet.`,
  'below-minimum': (coins) =>
    `${coins} arrived in amounts below the smallest, and is kept until there is more.`,
  'without-rate': (coins) => `${coins} arrived and waits for a rate.`,
  'beyond-position': (coins) =>
    `${coins} arrived and waits until the firm has sold coins: its position is at the limit.`,
  checked: (coins) =>
    `${coins} arrived from addresses on a list under sanctions, and waits until the check is over.`,
  due: (coins) => `${coins} arrived and is about to be credited.`,
  'own-address': (coins) =>
    `${coins} arrived at addresses of the firm’s own, and no purchase of it is booked.`,
  'payout-not-booked': (coins, txid) =>
    `${coins} left by the batch ${txid}, whose payouts are not booked yet.`,
  'fee-not-booked': (coins, txid) =>
    `${coins} is the network’s fee of the batch ${txid}, not booked yet.`,
  'credited-in-no-block': (coins, txid) =>
    `${coins} was credited by ${txid}, which is in no block at present.`,
  'payout-in-no-block': (coins, txid) =>
    `${coins} is booked as paid by ${txid}, which is in no block at present.`,
  'exchange-in-no-block': (coins, txid) =>
    `${coins} is booked as exchanged by ${txid}, which is in no block at present.`,
  'unknown-spending': (coins, txid) =>
    `${coins} left the wallet by ${txid}, which no batch and no booked sale knows.`,
}

/** One item as a sentence; `coins` without a sign, such as `0.5 BTC`. */
export const itemWords = (kind: CoinItemKind, coins: string, txid: string | null): string =>
  words[kind](coins, txid ?? 'a transaction')

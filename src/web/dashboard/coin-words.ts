/** What people read about coins that arrive. */
import type { CoinDeposit, CoinsForMe } from '../../contract/coin-deposit.ts'
import { oneCoin } from '../../lib/exchange-rate.ts'
import { usd } from '../ui/amount.ts'

export type Coin = 'BTC' | 'USDT'

/** `depth`: what it means to be credited after so many. */
type Words = { address: string; list: string; one: string; name: string; depth: string }

export const wordsOf: Record<Coin, Words> = {
  BTC: {
    address: 'Bitcoin address',
    list: 'Bitcoin on its way',
    one: oneCoin.BTC,
    name: 'bitcoin',
    depth: 'by the worth of what arrives',
  },
  USDT: {
    address: 'USDT (TRC20) address',
    list: 'USDT that arrived',
    one: oneCoin.USDT,
    name: 'USDT',
    depth: 'of blocks that stay for good, about two minutes',
  },
}

type Network = { isReal: boolean; name: string; note: string; warning: string }

export const networks: Record<CoinsForMe['network'], Network> = {
  main: {
    isReal: true,
    name: 'Bitcoin',
    note: 'no other network, and no other coin',
    warning: 'Send bitcoin on the Bitcoin network only: anything else sent here can be lost.',
  },
  test: {
    isReal: false,
    name: 'Bitcoin’s test network',
    note: 'its coins have no value',
    warning: 'Send coins of Bitcoin’s test network only: real bitcoin sent here would be lost.',
  },
  regtest: {
    isReal: false,
    name: 'A test network of this demonstration',
    note: 'regtest: its coins have no value',
    warning:
      'Send test coins of this demonstration’s own network only: real bitcoin sent here would be lost.',
  },
  tron: {
    isReal: true,
    name: 'TRON (TRC20)',
    note: 'no other network, and no other coin',
    warning: 'Send USDT on the TRON network (TRC20) only: anything else sent here can be lost.',
  },
  'tron-sample': {
    isReal: false,
    name: 'A network of this demonstration',
    note: 'simulated: its coins have no value',
    warning: 'Nothing real can be sent here: no wallet of the TRON network takes this address.',
  },
}

const confirmations = (count: number) => `${count} confirmation${count === 1 ? '' : 's'}`
const wholeUsd = (dollars: number) => usd(dollars).replace(/\.00$/, '')

/** `1 confirmation below $1,000, 3 below $10,000, 6 above` */
export function stepsInWords(steps: CoinsForMe['steps']): string {
  return steps
    .map(({ below, blocks }, place) =>
      [
        place === 0 ? confirmations(blocks) : String(blocks),
        below !== null ? `below ${wholeUsd(below)}` : place > 0 ? 'above' : '',
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}

const heldUp: Record<NonNullable<CoinDeposit['heldUpBy']>, string> = {
  minimum: 'Below the smallest amount: it is kept, and credited once more arrives',
  rate: 'Waiting for a rate',
  position: 'Waiting until we have exchanged coins',
  check: 'Waiting for a check that the law requires',
}

export function stateInWords(deposit: CoinDeposit, coin: Coin): string {
  const { state, heldUpBy, needed, amount, rate } = deposit
  switch (state) {
    case 'seen':
      return 'Seen, not in a block yet'
    case 'confirming':
      return `${deposit.confirmations} of ${confirmations(needed)}`
    case 'held-up':
      return heldUp[heldUpBy ?? 'rate']
    case 'credited':
      return `Credited${amount === null ? '' : ` as ${usd(amount)}`}${rate === null ? '' : ` at ${usd(rate)} ${wordsOf[coin].one}`}`
    case 'aside':
      return 'Set aside above your limit'
    case 'gone':
      return 'Not part of the network’s records any more'
  }
}

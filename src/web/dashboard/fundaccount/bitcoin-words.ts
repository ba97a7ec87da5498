/** What people read about coins that arrive. */
import type { BitcoinForMe, CoinDeposit } from '../../../contract/coin-deposit.ts'
import { usd } from '../../ui/amount.ts'

const confirmations = (count: number) => `${count} confirmation${count === 1 ? '' : 's'}`
const wholeUsd = (dollars: number) => usd(dollars).replace(/\.00$/, '')

/** `1 confirmation below $1,000, 3 below $10,000, 6 above` */
export function stepsInWords(steps: BitcoinForMe['steps']): string {
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
  minimum: 'Below the smallest amount: it is kept, and credited once more has come',
  rate: 'Waiting for a rate',
  position: 'Waiting until we have exchanged coins',
}

export function stateInWords(deposit: CoinDeposit): string {
  const { state, heldUpBy, needed, amount, rate } = deposit
  switch (state) {
    case 'seen':
      return 'Seen, not in a block yet'
    case 'confirming':
      return `${deposit.confirmations} of ${confirmations(needed)}`
    case 'held-up':
      return heldUp[heldUpBy ?? 'rate']
    case 'credited':
      return `Credited${amount === null ? '' : ` as ${usd(amount)}`}${rate === null ? '' : ` at ${usd(rate)} a bitcoin`}`
    case 'aside':
      return 'Set aside beyond your limit'
    case 'gone':
      return 'Not part of the network’s records any more'
  }
}

/** Its beginning and its end, between which eyes would lose their place anyway. */
export const shortened = (txid: string) => `${txid.slice(0, 8)}…${txid.slice(-8)}`

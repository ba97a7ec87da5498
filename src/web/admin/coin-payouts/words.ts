/** What is said of payouts in coins, whichever coin it is. */
import { formatUsd } from '../../../lib/money.ts'
import { centsOf } from '../../ui/amount.ts'

export const payouts = (count: number) => (count === 1 ? '1 payout' : `${count} payouts`)

export const total = (rows: readonly { amount: number }[]) =>
  formatUsd(rows.reduce((cents, { amount }) => cents + centsOf(amount), 0n))

/** `64000.5` to `$64,000.5` */
export function rateOf(rate: string): string {
  const [whole, rest] = rate.split('.')
  return `$${BigInt(whole!).toLocaleString('en-US')}${rest ? `.${rest}` : ''}`
}

/** What pays, and how it is called: a batch is one transaction, a list has one for each line. */
export const ways = {
  batch: {
    to: '/admin/payout-batches',
    page: 'Bitcoin payouts',
    address: 'a Bitcoin address',
    one: 'Batch',
    many: 'Batches',
    made: 'Built',
  },
  list: {
    to: '/admin/payout-lists',
    page: 'USDT payouts',
    address: 'an address on TRON',
    one: 'List',
    many: 'Lists',
    made: 'Made',
  },
} as const
export type Carrier = keyof typeof ways

/** Where one stands in the back office, by what it is. */
export const pathOf = {
  batch: (id: string) => `${ways.batch.to}/${id}`,
  list: (id: string) => `${ways.list.to}/${id}`,
}

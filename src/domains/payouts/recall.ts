/** How the journal keeps what a batch spends and pays. It has no address: that is a person's, and stands in their request. Pure. */
import type { Journaled } from '../../desk/command.ts'
import { centsOf, numberOf, textOf, Unexplained } from '../../desk/recall.ts'
import type { Outpoint } from '../../lib/bitcoin-block.ts'
import type { Cents } from '../../lib/money.ts'

export type Coin = Outpoint & { amount: bigint }
/** In the order of the outputs. */
export type Payment = { withdrawal: string; quantity: bigint; amount: Cents }
export type Change = { index: number; amount: bigint }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a list of the input has, each as if it were a command's. */
export function partsIn(kept: Journaled, name: string): Journaled[] {
  const parts = kept.input[name]
  if (!Array.isArray(parts)) throw new Unexplained(`${kept.kind} has no ${name}`)
  return parts.filter(isRecord).map((input) => ({ ...kept, input }))
}

export const journalOfCoins = (coins: readonly Coin[]) =>
  coins.map(({ txid, output, amount }) => ({ txid, output, amount: String(amount) }))

export const coinsIn = (kept: Journaled): Coin[] =>
  partsIn(kept, 'coins').map((one) => ({
    txid: textOf(one, 'txid'),
    output: numberOf(one, 'output'),
    amount: centsOf(one, 'amount'),
  }))

export const journalOfPayments = (payments: readonly Payment[]) =>
  payments.map(({ withdrawal, quantity, amount }) => ({
    withdrawal,
    quantity: String(quantity),
    amount: String(amount),
  }))

export const paymentsOf = (kept: Journaled): Payment[] =>
  partsIn(kept, 'payments').map((one) => ({
    withdrawal: textOf(one, 'withdrawal'),
    quantity: centsOf(one, 'quantity'),
    amount: centsOf(one, 'amount'),
  }))

export function changeIn(kept: Journaled): Change | null {
  const { change } = kept.input
  if (change === null) return null
  if (!isRecord(change)) throw new Unexplained(`${kept.kind} has no change`)
  const one = { ...kept, input: change }
  return { index: numberOf(one, 'index'), amount: centsOf(one, 'amount') }
}

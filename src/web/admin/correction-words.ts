import type { Cents } from '../../lib/money.ts'
import { centsFromText, plainAmount } from '../ui/amount.ts'

type Money = { accountBalance: string; totalProfit: string; totalLoss: string }

/** What saving will book, in words: an edit posts differences, it never sets a balance. */
export function whatSavingPosts(was: Money, now: Money): string {
  const differences = [
    ['Account Balance', difference(was.accountBalance, now.accountBalance)],
    ['Profit', difference(was.totalProfit, now.totalProfit)],
    ['Loss', difference(was.totalLoss, now.totalLoss)],
  ] as const
  const changed = differences.flatMap(([name, cents]) => (cents === null || cents === 0n ? [] : [`${name} ${signed(cents)}`]))
  if (changed.length === 0) return 'Saving books no money.'
  return `Saving posts the differences against the corrections pool, in your name: ${changed.join(', ')}. Nothing is overwritten.`
}

function difference(was: string, now: string): Cents | null {
  const [before, after] = [centsFromText(was), centsFromText(now)]
  return before === null || after === null ? null : after - before
}

function signed(cents: Cents): string {
  return cents > 0n ? `+${plainAmount(cents)}` : plainAmount(cents)
}

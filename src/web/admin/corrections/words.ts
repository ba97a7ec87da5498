import { formatUsd, type Cents } from '../../../lib/money.ts'
import { centsFromText, plainAmount } from '../../ui/amount.ts'

type Money = { accountBalance: string; totalProfit: string; totalLoss: string }

/**
 * What saving will book, in words: an edit posts differences, it never sets a balance. Above `above` it waits for a second
 * administrator; null: one is always enough. What one did alone before is known to the server only.
 */
export function whatSavingPosts(was: Money, now: Money, above: Cents | null): string {
  const differences = [
    ['Account Balance', difference(was.accountBalance, now.accountBalance)],
    ['Profit', difference(was.totalProfit, now.totalProfit)],
    ['Loss', difference(was.totalLoss, now.totalLoss)],
  ] as const
  const changed = differences.flatMap(([name, cents]) =>
    cents === null || cents === 0n ? [] : [`${name} ${signed(cents)}`],
  )
  if (changed.length === 0) return 'Saving books no money.'
  const size = sizeOf(differences.map(([, cents]) => cents ?? 0n))
  if (above !== null && size > above)
    return `This needs a second person, as everything above ${formatUsd(above)} does. Saving proposes it: ${changed.join(', ')}. Nothing is posted until they approve.`
  const posts = `Saving posts the differences against the corrections pool, in your name: ${changed.join(', ')}. Nothing is overwritten.`
  return above === null
    ? posts
    : `${posts} It waits for a second person where it is above ${formatUsd(above)} together with what you alone did for this person in the last 24 hours.`
}

/** As the rules measure an edit: the changes of profit and of loss, and what the balance changes beyond them, in whichever direction. */
function sizeOf([balance = 0n, profit = 0n, loss = 0n]: Cents[]): Cents {
  return [profit, loss, balance - profit + loss].reduce(
    (sum, cents) => sum + (cents < 0n ? -cents : cents),
    0n,
  )
}

function difference(was: string, now: string): Cents | null {
  const [before, after] = [centsFromText(was), centsFromText(now)]
  return before === null || after === null ? null : after - before
}

function signed(cents: Cents): string {
  return cents > 0n ? `+${plainAmount(cents)}` : plainAmount(cents)
}

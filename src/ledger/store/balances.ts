import type { Kind } from '../core/chart.ts'

/** SQL of an account's balance; an account that was never used has none, which is zero. `owner` is an expression of ours, never a person's text. */
export function balanceOf(owner: string, kind: Kind): string {
  return `coalesce((select a.credits - a.debits from ledger.accounts a where a.owner = ${owner} and a.kind = '${kind}'), 0)`
}

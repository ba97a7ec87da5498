import type { Kind } from '../core/chart.ts'

/** SQL of whether somebody has or ever had money. `owner` as below. */
export function hasHadMoney(owner: string): string {
  return `exists (select from ledger.accounts account where account.owner = ${owner} and account.kind = 'cash' and account.version > 0)`
}

/** SQL of an account's balance; an account that was never used has none, which is zero. `owner` is an expression of ours, never a person's text. */
export function balanceOf(owner: string, kind: Kind): string {
  return `coalesce((select account.credits - account.debits from ledger.accounts account where account.owner = ${owner} and account.kind = '${kind}'), 0)`
}

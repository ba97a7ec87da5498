import type { Database } from '../../platform/database.ts'
import { firm, type Kind } from '../core/chart.ts'

/** SQL of whether somebody has or ever had money. `owner` as below. */
export function hasHadMoney(owner: string): string {
  return `exists (select from ledger.accounts account where account.owner = ${owner} and account.kind = 'cash' and account.version > 0)`
}

/** SQL of whether there is anything in somebody's balance. `owner` as below. */
export function hasCash(owner: string): string {
  return `exists (select from ledger.accounts account where account.owner = ${owner} and account.kind = 'cash' and account.credits > account.debits)`
}

/** SQL of an account's balance; an account that was never used has none, which is zero. `owner` is an expression of ours, never a person's text. */
export function balanceOf(owner: string, kind: Kind): string {
  return `coalesce((select account.credits - account.debits from ledger.accounts account where account.owner = ${owner} and account.kind = '${kind}'), 0)`
}

/** How many entries the firm's capital has: while it is the same, nothing was paid in and no pool was funded. */
export async function versionOfCapital(db: Database): Promise<bigint> {
  const { rows } = await db.query<{ version: bigint }>({
    name: 'ledger.version-of-capital',
    text: `select version from ledger.accounts where owner = $1 and kind = 'capital'`,
    values: [firm],
  })
  return rows[0]?.version ?? 0n
}

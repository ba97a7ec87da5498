import type { Left, LeftKind, WaitingClosing } from '../../contract/account-closing.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { readCoinsAside } from '../coin-deposits/arrivals.ts'
import { readOverLimitSum } from '../receipts/queries.ts'
import { keptByCheck } from '../checks/stops.ts'
import { leftOf } from './left.ts'
import { accountClosings, type AccountClosing } from './table.ts'

/** Null: nothing waits. */
export async function readWaitingClosing(
  db: Database,
  owner: OwnerId,
): Promise<WaitingClosing | null> {
  const { rows } = await db.query<AccountClosing & { isKept: boolean }>({
    name: 'account-closings.own',
    text: `select ${accountClosings.columns}, ${keptByCheck('account_closing.owner_id')} as "isKept" from ${accountClosings.from} where owner_id = $1 and status = 'waiting'`,
    values: [owner],
  })
  const waiting = rows[0]
  if (!waiting) return null
  return {
    askedAt: isoFromInstant(waiting.askedAt),
    closesFrom: isoFromInstant(waiting.closesFrom),
    waitsFor: waiting.isKept ? 'law_check' : null,
  }
}

/** What is still in this account. */
export async function readLeft(db: Database, owner: OwnerId): Promise<Left[]> {
  const balances = db.query<Record<Exclude<LeftKind, 'set-aside'>, Cents>>({
    name: 'account-closings.balances',
    text: `select ${balanceOf('$1', 'cash')} as balance, ${balanceOf('$1', 'held')} as held,
      ${balanceOf('$1', 'invested')} as invested, ${balanceOf('$1', 'promised')} as promised,
      ${balanceOf('$1', 'security')} as security, -${balanceOf('$1', 'owed')} as owed`,
    values: [owner],
  })
  const [{ rows }, overLimit, coins] = await Promise.all([
    balances,
    readOverLimitSum(db, owner),
    readCoinsAside(db, owner),
  ])
  return leftOf({ ...rows[0]!, 'set-aside': overLimit + coins }).map(({ what, amount }) => ({
    what,
    amount: dollarsFromCents(amount),
  }))
}

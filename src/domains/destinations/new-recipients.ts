/** Whoever looks up account IDs one after the other would collect the names behind them: those that are new to a person are counted. */
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { isSavedRecipient } from './queries.ts'
import { limitsOf, type LimitsContext } from '../sign-in/parts.ts'

export type LookUp = { owner: OwnerId; accountId: string; address: string }

/** By the index on the owner's requests. A request that is taken back makes nobody known. */
async function hasPaid(db: Database, owner: OwnerId, accountId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'withdrawals.has-paid',
    text: `select from withdrawals where owner_id = $1 and status = 'approved' and recipient_account_id = $2 limit 1`,
    values: [owner, accountId],
  })
  return rowCount === 1
}

/** Counts an account ID that its asker has neither paid nor saved. Throws `too_many_recipients`. */
export function newRecipients(context: LimitsContext) {
  const limits = limitsOf(context)
  return async ({ owner, accountId, address }: LookUp): Promise<void> => {
    if (await isSavedRecipient(context.pool, owner, accountId)) return
    if (await hasPaid(context.pool, owner, accountId)) return
    await limits.countRecipient(owner, address)
  }
}

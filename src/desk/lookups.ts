/** What a command names but doesn’t hold, such as whose a withdrawal is: read without a lock, since it never changes. All else is read again under the lock. */
import type { QueryResult } from 'pg'
import type { Resolved, Lookups } from './command.ts'

export type Asking = {
  query(query: { name: string; text: string; values: unknown[] }): Promise<QueryResult>
}

async function first(db: Asking, name: string, text: string, value: unknown) {
  const { rows } = await db.query({ name: `desk.lookup-${name}`, text, values: [value] })
  return rows[0] ?? null
}

export async function resolveLookups(db: Asking, lookups: Lookups): Promise<Resolved> {
  const resolved: Resolved = {}
  if (lookups.withdrawal) {
    resolved.withdrawal = await first(
      db,
      'withdrawal',
      'select owner_id as owner, recipient_id as recipient from withdrawals where id = $1',
      lookups.withdrawal,
    )
  }
  if (lookups.correction) {
    resolved.correction = await first(
      db,
      'correction',
      'select owner_id as owner, email, friend_id as friend from corrections where id = $1',
      lookups.correction,
    )
  }
  if (lookups.accessChange) {
    resolved.accessChange = await first(
      db,
      'access-change',
      'select owner_id as owner, email from access_changes where id = $1',
      lookups.accessChange,
    )
  }
  if (lookups.accountId)
    resolved.account =
      (await first(db, 'account', 'select id from owners where account_id = $1', lookups.accountId))
        ?.id ?? null
  if (lookups.referrerOf)
    resolved.referrer =
      (
        await first(
          db,
          'referrer',
          'select referrer_id as id from owners where id = $1',
          lookups.referrerOf,
        )
      )?.id ?? null
  if (lookups.referralCode)
    resolved.referrer =
      (
        await first(
          db,
          'referral-code',
          'select id from owners where referral_code = $1',
          lookups.referralCode,
        )
      )?.id ?? null
  if (lookups.roleOf)
    resolved.role =
      (await first(db, 'role', 'select role from owners where id = $1', lookups.roleOf))?.role ??
      null
  return resolved
}

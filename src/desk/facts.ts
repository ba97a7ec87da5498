/** Facts that never change, asked without a lock to learn whose books a command touches. All else is read again under the lock. */
import type { QueryResult } from 'pg'
import type { Facts, Questions } from './command.ts'

export type Asking = {
  query(query: { name: string; text: string; values: unknown[] }): Promise<QueryResult>
}

async function first(db: Asking, name: string, text: string, value: unknown) {
  const { rows } = await db.query({ name: `desk.fact-${name}`, text, values: [value] })
  return rows[0] ?? null
}

export async function askFacts(db: Asking, questions: Questions): Promise<Facts> {
  const facts: Facts = {}
  if (questions.withdrawal) {
    facts.withdrawal = await first(
      db,
      'withdrawal',
      'select owner_id as owner, recipient_id as recipient from withdrawals where id = $1',
      questions.withdrawal,
    )
  }
  if (questions.correction) {
    facts.correction = await first(
      db,
      'correction',
      'select owner_id as owner, email, friend_id as friend from corrections where id = $1',
      questions.correction,
    )
  }
  if (questions.accessChange) {
    facts.accessChange = await first(
      db,
      'access-change',
      'select owner_id as owner, email from access_changes where id = $1',
      questions.accessChange,
    )
  }
  if (questions.accountId)
    facts.account =
      (
        await first(
          db,
          'account',
          'select id from owners where account_id = $1',
          questions.accountId,
        )
      )?.id ?? null
  if (questions.referrerOf)
    facts.referrer =
      (
        await first(
          db,
          'referrer',
          'select referrer_id as id from owners where id = $1',
          questions.referrerOf,
        )
      )?.id ?? null
  if (questions.referralCode)
    facts.referrer =
      (
        await first(
          db,
          'referral-code',
          'select id from owners where referral_code = $1',
          questions.referralCode,
        )
      )?.id ?? null
  if (questions.roleOf)
    facts.role =
      (await first(db, 'role', 'select role from owners where id = $1', questions.roleOf))?.role ??
      null
  return facts
}

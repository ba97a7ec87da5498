/** The floor of settling: the rows and index entries that a matured investment's payment writes, in bulk, with nothing asked and nothing decided. */
import type { Session } from '../src/desk/session.ts'
import { idFromName } from '../src/platform/ids.ts'

/** What every investment of the bench holds, in cents. */
export type Paid = { amount: bigint; profit: bigint }
export type Due = { id: string; owner: string }

const sql = `
  with asked as (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as a(id, investment, owner)),
  commands as (insert into desk.commands (id, kind, actor, subject, key, body_hash, input, outcome, at)
    select id, 'SettleInvestment', null, owner, null, '',
      jsonb_build_object('investment', investment, 'plan', 'Bench', 'principal', $4::text, 'profit', $5::text), 'done', now() from asked),
  particulars as (insert into desk.particulars (command_id, owner_id, texts, reply_status, reply)
    select id, owner, '{}', 200, '{"status":"success"}' from asked),
  cash as (update ledger.accounts a set credits = credits + $4::bigint + $5::bigint, version = version + 2 from asked
    where a.owner = asked.owner and a.kind = 'cash' returning a.owner, a.version, a.credits - a.debits as balance),
  invested as (update ledger.accounts a set debits = debits + $4::bigint, version = version + 1 from asked
    where a.owner = asked.owner and a.kind = 'invested' returning a.owner, a.version, a.credits - a.debits as balance),
  promised as (update ledger.accounts a set debits = debits + $5::bigint, version = version + 1 from asked
    where a.owner = asked.owner and a.kind = 'promised' returning a.owner, a.version, a.credits - a.debits as balance),
  entries as (insert into desk.activity (owner_id, version, command_id, kind, at, amount, balance_after)
    select asked.owner, o.version + 1, asked.id, 'investment-matured', now(), $4::bigint + $5::bigint, cash.balance
    from asked join owners o on o.id = asked.owner join cash on cash.owner = asked.owner),
  owners as (update owners o set version = version + 1, stamped_at = now(), profit = profit + $5::bigint from asked where o.id = asked.owner),
  rows as (update investments i set status = 'matured' from asked where i.id = asked.investment),
  mails as (insert into outbox (command_id, owner_id, template, "values")
    select id, owner, 'investment-matured', '{"amount":"$10.00","profit":"$1.20","planTitle":"Bench","maturesAt":"2026-01-01T00:00:00.000Z"}' from asked)
  insert into ledger.postings (command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance,
    credit_owner, credit_kind, credit_version, credit_balance, amount)
  select asked.id, 0, now(), 'investment-matured'::ledger.event, asked.owner, 'invested'::ledger.kind, invested.version, invested.balance,
    asked.owner, 'cash'::ledger.kind, cash.version - 1, cash.balance - $5::bigint, $4::bigint
  from asked join cash on cash.owner = asked.owner join invested on invested.owner = asked.owner
  union all
  select asked.id, 1, now(), 'investment-matured', asked.owner, 'promised', promised.version, promised.balance,
    asked.owner, 'cash', cash.version, cash.balance, $5::bigint
  from asked join cash on cash.owner = asked.owner join promised on promised.owner = asked.owner`

/** Pays these in one transaction; no two of one owner. The session is the owner's, who may write the books. */
export async function writeSettlingFloor(session: Session, due: readonly Due[], { amount, profit }: Paid): Promise<void> {
  const ids = due.map(({ id }) => idFromName(`settle ${id}`))
  const values = [ids, due.map(({ id }) => id), due.map(({ owner }) => owner), String(amount), String(profit)]
  await session.begin([{ name: 'settling-floor', text: sql, values }, { text: 'commit' }])
}

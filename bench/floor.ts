/** The floor: the rows and index entries that a withdrawal request writes, in bulk, with nothing asked and nothing decided. */
import type { Session } from '../src/desk/session.ts'
import { newId } from '../src/platform/ids.ts'

const sql = `
  with asked as (select * from unnest($1::uuid[], $2::uuid[]) as a(id, owner)),
  commands as (insert into desk.commands (id, kind, actor, subject, key, body_hash, input, outcome, at)
    select id, 'RequestWithdrawal', owner, owner, id::text, '', '{"type":"bank_transfer","amount":"100"}', 'done', now() from asked),
  particulars as (insert into desk.particulars select id, owner, '{"walletName":"w","walletAddress":"a"}', 201, $3 from asked),
  entries as (insert into desk.activity select owner, o.version + 1, asked.id, 'withdrawal-requested', now(), -100, 0 from asked join owners o on o.id = asked.owner),
  owners as (update owners o set version = version + 1, stamped_at = now() from asked where o.id = asked.owner),
  rows as (insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at)
    select id, owner, 'bank_transfer', 100, 'w', 'a', 'pending', now() from asked),
  mails as (insert into outbox (owner_id, template, "values") select owner, 'withdrawal-requested', '{"amount":"$1.00"}' from asked),
  cash as (update ledger.accounts a set debits = debits + 100, version = version + 1 from asked where a.owner = asked.owner and a.kind = 'cash' returning a.owner, a.version, a.credits - a.debits as balance),
  held as (update ledger.accounts a set credits = credits + 100, version = version + 1 from asked where a.owner = asked.owner and a.kind = 'held' returning a.owner, a.version, a.credits - a.debits as balance)
  insert into ledger.postings select asked.id, 0, now(), 'withdrawal-requested', asked.owner, 'cash', cash.version, cash.balance,
    asked.owner, 'held', held.version, held.balance, 100
  from asked join cash on cash.owner = asked.owner join held on held.owner = asked.owner`

/** Writes for these owners in one transaction; `reply` is as long as a real one. The session is the owner's, who may write the books. */
export async function writeFloor(session: Session, owners: readonly string[], reply: string): Promise<void> {
  const ids = owners.map(() => newId())
  await session.begin([{ name: 'floor', text: sql, values: [ids, owners, reply] }, { text: 'commit' }])
}


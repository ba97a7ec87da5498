/** What a batch writes: for each table one statement for all its commands. The postings come last, since they lock the firm's accounts. */
import type { QueryConfig } from 'pg'
import { postStatement } from '../ledger/store/post.ts'
import type { Books } from '../ledger/core/books.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { totalNames } from '../ledger/core/posting.ts'
import { isoFromInstant, type Instant } from '../lib/instant.ts'
import type { Changes, Owner } from './command.ts'
import type { Decided } from './decide.ts'
import { totalColumns } from './load.ts'

const columnsOf = (rows: readonly unknown[][], width: number) =>
  Array.from({ length: width }, (_, column) => rows.map((row) => row[column]))

function statement(name: string, text: string, rows: readonly unknown[][], width: number): QueryConfig[] {
  return rows.length === 0 ? [] : [{ name, text, values: columnsOf(rows, width) }]
}

const iso = (at: Instant | null) => (at === null ? null : isoFromInstant(at))

function journalStatements(decided: readonly Decided[]): QueryConfig[] {
  const commands = decided.map((d) => [
    d.id, d.kind, d.actor, d.subject, d.key, d.bodyHash, JSON.stringify({ ...d.input, ...d.changes?.facts }), d.outcome, iso(d.at),
  ])
  const particulars = decided.map((d) => [d.id, d.subject, JSON.stringify(d.changes?.texts ?? {}), d.status, d.text])
  const activity = decided.flatMap((d) =>
    (d.changes?.entries ?? []).map(({ owner, kind }, i) => {
      const { version, gain, after } = d.balances[i]!
      return [owner, version, d.id, kind, iso(d.at), gain === null ? null : String(gain), after === null ? null : String(after)]
    }),
  )
  return [
    ...statement('desk.insert-commands', `insert into desk.commands (id, kind, actor, subject, key, body_hash, input, outcome, at)
      select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[], $8::text[], $9::timestamptz[])`, commands, 9),
    ...statement('desk.insert-particulars', `insert into desk.particulars (command_id, owner_id, texts, reply_status, reply)
      select * from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::smallint[], $5::text[])`, particulars, 5),
    ...statement('desk.insert-activity', `insert into desk.activity (owner_id, version, command_id, kind, at, amount, balance_after)
      select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::timestamptz[], $6::bigint[], $7::bigint[])`, activity, 7),
  ]
}

/** Owners as they stand after the batch: their locks are held, so whole values are written. */
function ownerStatements(changes: readonly Changes[], owners: ReadonlyMap<OwnerId, Owner>): QueryConfig[] {
  const opened = changes.flatMap(({ opened }) => (opened ? [opened] : []))
  const fresh = new Set(opened.map(({ id }) => id))
  const touched = new Set(changes.flatMap(({ entries }) => entries.map(({ owner }) => owner)))
  const standing = (id: OwnerId) => {
    const owner = owners.get(id)!
    return [id, owner.status, owner.version, iso(owner.stampedAt), ...totalNames.map((total) => String(owner.totals[total]))]
  }
  const inserts = opened.map((owner) => [
    owner.id, owner.role, owner.accountId, owner.referralCode, owner.referrer, owner.fixed, iso(owner.createdAt),
    owners.get(owner.id)!.version, iso(owners.get(owner.id)!.stampedAt),
  ])
  const persons = changes.flatMap((change) => (change.owners ?? [])
    .filter(({ fullName, email }) => fullName !== undefined || email !== undefined)
    .map(({ id }) => [id, owners.get(id)!.fullName, owners.get(id)!.email]))
  return [
    ...statement('desk.insert-owners', `insert into owners (id, role, status, account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at)
      select id, role, 'active', account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::boolean[], $7::timestamptz[], $8::bigint[], $9::timestamptz[])
        as o(id, role, account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at)`, inserts, 9),
    ...statement('desk.update-owners', `update owners o set status = n.status, version = n.version, stamped_at = n.stamped_at,
        ${totalColumns.map((column) => `${column} = n.${column}`).join(', ')}
      from unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[], ${totalColumns.map((_, i) => `$${i + 5}::bigint[]`).join(', ')})
        as n(id, status, version, stamped_at, ${totalColumns.join(', ')})
      where o.id = n.id`, [...touched].filter((id) => !fresh.has(id)).map(standing), 4 + totalColumns.length),
    ...statement('desk.update-persons', `update auth.persons p set full_name = n.full_name, email = n.email, updated_at = clock_timestamp()
      from unnest($1::uuid[], $2::text[], $3::text[]) as n(id, full_name, email) where p.id = n.id`, persons, 3),
  ]
}

/** Erases what is personal. The books, the journal and the owner stay. */
function erasingStatements(changes: readonly Changes[]): QueryConfig[] {
  const erased = changes.flatMap(({ erased }) => (erased ? [erased] : []))
  if (erased.length === 0) return []
  return [
    { name: 'desk.erase-particulars', text: 'delete from desk.particulars where owner_id = any ($1)', values: [erased] },
    { name: 'desk.erase-mails', text: 'delete from outbox where owner_id = any ($1)', values: [erased] },
    {
      name: 'desk.erase-withdrawals',
      text: 'update withdrawals set wallet_name = null, wallet_address = null, reason = null where owner_id = any ($1)',
      values: [erased],
    },
    { name: 'desk.erase-persons', text: 'delete from auth.persons where id = any ($1)', values: [erased] },
  ]
}

function rowStatements(decided: readonly Decided[]): QueryConfig[] {
  const changes = decided.flatMap((d) => (d.changes ? [d.changes] : []))
  const investments = changes.flatMap(({ investment: i }) => (i ? [[
    i.id, i.owner, i.planId, i.termsVersion, i.planTitle, String(i.amount), i.profitPercent, String(i.profit),
    iso(i.openedAt), iso(i.maturesAt), i.status, i.riskVersion,
  ]] : []))
  const withdrawals = changes.flatMap(({ withdrawal: w }) => (w ? [[
    w.id, w.owner, w.type, String(w.amount), w.walletName, w.walletAddress, w.recipient, w.recipientAccountId, w.status, w.reason,
    iso(w.createdAt), iso(w.decidedAt), w.decidedBy, w.payoutReference,
  ]] : []))
  const references = decided.flatMap((d) => (d.changes?.reference ? [[d.changes.reference, d.id]] : []))
  const days = changes.reduce((sum, change) => sum + (change.clockDays ?? 0), 0)
  const mails = changes.flatMap((change) => (change.mails ?? []).map((mail) => [mail.owner, mail.template, JSON.stringify(mail.values)]))
  return [
    ...statement('desk.put-investments', `insert into investments (id, owner_id, plan_id, terms_version, plan_title, amount, profit_percent, profit, opened_at, matures_at, status, risk_version)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::int[], $8::bigint[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::int[])
      on conflict (id) do update set status = excluded.status`, investments, 12),
    ...statement('desk.put-withdrawals', `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, recipient_account_id, status, reason, created_at, decided_at, decided_by, payout_reference)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::timestamptz[], $13::uuid[], $14::text[])
      on conflict (id) do update set status = excluded.status, reason = excluded.reason, decided_at = excluded.decided_at,
        decided_by = excluded.decided_by, payout_reference = excluded.payout_reference`, withdrawals, 14),
    ...statement('desk.insert-references', 'insert into outside_references (reference, command_id) select * from unnest($1::text[], $2::uuid[])', references, 2),
    ...(days > 0 ? [{ name: 'desk.move-clock', text: 'update business_clock set advance = advance + make_interval(days => $1)', values: [days] }] : []),
    ...statement('desk.insert-mails', 'insert into outbox (owner_id, template, values) select * from unnest($1::uuid[], $2::text[], $3::jsonb[])', mails, 3),
  ]
}

/** All statements of a batch, in order. `before` holds the books as they were loaded. */
export function writeStatements(decided: readonly Decided[], owners: ReadonlyMap<OwnerId, Owner>, before: Books): QueryConfig[] {
  const accepted = decided.filter((d) => d.changes !== null)
  const changes = accepted.map((d) => d.changes!)
  const bookings = accepted.filter((d) => d.changes!.postings.length > 0).map((d) => ({ command: d.id, at: d.at, postings: d.changes!.postings }))
  return [
    ...erasingStatements(changes),
    ...journalStatements(decided),
    ...ownerStatements(changes, owners),
    ...rowStatements(decided),
    ...(bookings.length > 0 ? [postStatement(bookings, before)] : []),
  ]
}
